import { generate } from 'selfsigned';

import { httpsAgent } from '../../node-red/service/connections';

/** A certificate with its own authority and its key, as PEM. */
export interface Certificate {
  key: string;
  cert: string;
}

/** Makes a certificate for a host name or address of this machine. */
export async function certificateFor(host: string, notAfterDate?: Date): Promise<Certificate> {
  const isAddress = /^[\d.]+$/.test(host);
  const pems = await generate([{ name: 'commonName', value: host }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(Date.now() - 10 * 86_400_000),
    notAfterDate: notAfterDate ?? new Date(Date.now() + 86_400_000),
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [isAddress ? { type: 7, ip: host } : { type: 2, value: host }] },
    ],
  });
  return { key: pems.private, cert: pems.cert };
}

/** Makes the transport of Node-RED in this process trust a certificate, as NODE_EXTRA_CA_CERTS does, while `run` runs. */
export async function trusting(certificate: Certificate, run: () => Promise<void>): Promise<void> {
  httpsAgent.options.ca = certificate.cert;
  try {
    await run();
  } finally {
    httpsAgent.options.ca = undefined;
    httpsAgent.destroy();
  }
}
