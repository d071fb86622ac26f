/**
 * The address of a caller behind a known number of proxies. The chain is the socket's address, then those of X-Forwarded-For from the
 * right (each proxy appends the address that called it); the caller is the first address beyond the trusted proxies. Express does
 * the same with a number as `trust proxy`; this is for users who cannot set it. If the number is too high, a caller can forge its address.
 *
 * @param trustedProxies how many proxies are in front of the platform, from 1
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
