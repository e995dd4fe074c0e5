/** What a pack may cost its reader. */
export interface ZipLimits {
  /** Unpacked, all members together, in bytes. */
  readonly totalBytes: number;
  readonly entries: number;
  /** Of a member that is read as one text, unpacked, in bytes. */
  readonly textBytes: number;
  /** How many times its packed size a member may be, once it is larger than `ratioFrom` bytes. */
  readonly ratio: number;
  readonly ratioFrom: number;
}

export const defaultZipLimits: ZipLimits = {
  totalBytes: 4 * 1024 ** 3,
  entries: 1000,
  textBytes: 64 * 1024 ** 2,
  // Recordings shrink to a tenth or so; zeros to a thousandth.
  ratio: 200,
  ratioFrom: 1024 ** 2,
};
