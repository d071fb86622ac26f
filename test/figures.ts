/** Writes a figure of a test to the log of its run; .ci/run shows the lines that begin like this. */
export function printFigure(line: string): void {
  process.stdout.write(`Figure: ${line}\n`);
}
