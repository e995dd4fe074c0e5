/** The integrator's own log: names of operations and how they ended; never a value, a token or a body. */
export type Log = (operation: string, ending: string) => void;

/** Standard output belongs to the protocol. */
export const logToStderr: Log = (operation, ending) => {
  process.stderr.write(`integrator: ${operation} ${ending}\n`);
};

export const logNothing: Log = () => undefined;
