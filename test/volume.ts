/**
 * How often something is tried: a part of it in `npm test`, which must be quick, and all of it with `NIGHTLY=1`, as in `npm run nightly`.
 *
 * @example volume({ full: 10_000, quick: 1000 })
 */
export function volume({ full, quick }: { full: number; quick: number }): number {
  return process.env['NIGHTLY'] === '1' ? full : quick;
}
