/** For what is seen only in transfers that come about. */
export const anyTransfer = {
  needs: ['HDT-08', 'HDT-09', 'HDT-10'],
} as const;
