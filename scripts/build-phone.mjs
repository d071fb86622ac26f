// Builds the phone page of the sandbox.
import { cpSync } from 'node:fs';
import path from 'node:path';

/** Writes all that a browser loads below `/phone` into a folder. */
export async function buildPhone(target) {
  cpSync(path.join('sandbox', 'phone'), target, { recursive: true });
}
