/**
 * The address of a caller behind a known number of proxies: the chain of addresses is the socket's, then those of X-Forwarded-For from the
 * right (each proxy appends the address it was called from), and the caller is the one just beyond the trusted proxies. Exactly what
 * Express does with a number as `trust proxy`; for those who cannot set it. With a number too high a caller can forge its address.
 *
 * @param trustedProxies how many proxies stand before the platform, from 1
 */
export function callerAddress(
  socketAddress: string | undefined,
  forwardedFor: string | readonly string[] | undefined,
  trustedProxies: number,
): string | undefined {
  const chain = [socketAddress, ...forwardedAddresses(forwardedFor).reverse()];
  return chain[Math.min(trustedProxies, chain.length - 1)];
}

/** The entries of X-Forwarded-For, as a text or as a list of header lines; blank ones are left out. */
export function forwardedAddresses(header: string | readonly string[] | undefined): string[] {
  return [header ?? []]
    .flat()
    .join(',')
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '');
}
