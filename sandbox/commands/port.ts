/** A port as it was entered; an error in words if it is none. */
export function portFrom(name: string, entered: string | number): number {
  const port = Number(entered);
  if (entered !== '' && Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new Error(`${name} must be a number from 0 to 65535, not '${entered}'.`);
}

/** What to say if a program cannot listen: that its port is taken, in words, or the error as it is. */
export function listenError(error: unknown, port: number, free: number): unknown {
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  return isTaken ? new Error(`Port ${port} is taken: choose a free one, such as --port ${free}.`) : error;
}
