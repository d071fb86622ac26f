/**
 * How often something is tried: a part in `npm test`, which is to be quick, and all of it with `TEST_VOLUME=full`, as .ci/run has it.
 *
 * @example volume({ full: 10_000, quick: 1000 })
 */
export function volume({ full, quick }: { full: number; quick: number }): number {
  return process.env['TEST_VOLUME'] === 'full' ? full : quick;
}
