/**
 * The address of a caller behind a known number of proxies, counted from the right in X-Forwarded-For as Express does with a number as `trust
 * proxy`; this is for users who cannot set it. If the number is too high, a caller can forge its address.
 */
export function callerAddress(
  socketAddress: string | undefined,
  forwardedFor: string | readonly string[] | undefined,
  trustedProxies: number,
): string | undefined {
  const chain = [socketAddress, ...forwardedAddresses(forwardedFor).reverse()];
  return chain[Math.min(trustedProxies, chain.length - 1)];
}

/** The entries of X-Forwarded-For, given as one text or as header lines, without blank ones. */
export function forwardedAddresses(header: string | readonly string[] | undefined): string[] {
  return [header ?? []]
    .flat()
    .join(',')
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '');
}
