/** The target file of a run that names none. */
export const ownTargetFile = 'target.yaml';
