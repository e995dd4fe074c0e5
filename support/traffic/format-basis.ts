/** How the suite knows a file format of another program. */
export interface FormatBasis {
  /**
   * `documentedFormat`: the program's documentation or source states the format; `recordedFormat`: the program wrote
   * such a file.
   */
  readonly kind: 'documented' | 'recorded';
  /** The page or source file, or the run that made the file. */
  readonly where: string;
}

export const documentedFormat = (where: string): FormatBasis => ({ kind: 'documented', where });
export const recordedFormat = (where: string): FormatBasis => ({ kind: 'recorded', where });
