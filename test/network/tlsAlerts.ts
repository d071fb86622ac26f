import { createCipheriv, createHmac } from 'node:crypto';
import { connect, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';

import type { Certificate } from './certificates';
import { listen } from './listening';

/** Fatal alerts (RFC 5246, 7.2) that a server may send at any time. */
export const ALERTS = {
  handshake_failure: 40,
  bad_certificate: 42,
  certificate_expired: 45,
  certificate_unknown: 46,
  unknown_ca: 48,
  access_denied: 49,
  protocol_version: 70,
  insufficient_security: 71,
  internal_error: 80,
  no_application_protocol: 120,
} as const;
export type Alert = keyof typeof ALERTS;

export interface AlertServer {
  url: string;
  close(): Promise<void>;
}

/**
 * A TLS 1.2 server that reads a whole request and then sends a fatal alert instead of an answer. Node.js has no way to send one, so the
 * alert is encrypted here with the keys of the connection, and written to the socket after what Node.js has written.
 * @param read - gets the body of the request and its `Authorization`; returns the alert to send
 */
export async function startAlertServer(
  certificate: Certificate,
  read: (body: string, authorization: string) => Promise<Alert> | Alert,
): Promise<AlertServer> {
  const open = new Set<Socket>();
  const masters = new Map<string, Buffer>();
  const tls = createTlsServer({
    ...certificate,
    maxVersion: 'TLSv1.2',
    ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256',
  });
  tls.on('keylog', (line: Buffer) => {
    const [label, random = '', master = ''] = line.toString().trim().split(' ');
    if (label === 'CLIENT_RANDOM') masters.set(random, Buffer.from(master, 'hex'));
  });
  const wires = new Map<number | undefined, { hear: () => Buffer; heardBack: () => Buffer; wire: Socket }>();
  tls.on('secureConnection', (socket: TLSSocket) => {
    let text = '';
    const onData = (part: Buffer) => {
      text += part.toString('latin1');
      const body = bodyOf(text);
      if (body === undefined) return;
      socket.off('data', onData);
      void Promise.resolve(read(body, /^authorization: *(.*)\r$/im.exec(text)?.[1] ?? '')).then((alert) => {
        const found = wires.get(socket.remotePort);
        if (found === undefined) return socket.destroy();
        const clientRandom = randomIn(found.hear());
        const master = masters.get(clientRandom.toString('hex'));
        if (master === undefined) return socket.destroy();
        found.wire.end(alertRecord(master, clientRandom, randomIn(found.heardBack()), ALERTS[alert]));
      });
    };
    socket.on('data', onData).on('error', () => undefined);
  });
  const inner = await listen(tls);
  const outer = createServer((wire) => {
    const target = connect(inner, '127.0.0.1');
    const heard: Buffer[] = [];
    const heardBack: Buffer[] = [];
    wire.on('data', (part: Buffer) => heard.push(part));
    target.on('data', (part: Buffer) => heardBack.push(part));
    target.on('connect', () => {
      wires.set(target.localPort, {
        hear: () => Buffer.concat(heard),
        heardBack: () => Buffer.concat(heardBack),
        wire,
      });
    });
    for (const [end, other] of [
      [wire, target],
      [target, wire],
    ] as const) {
      open.add(end);
      end.on('error', () => other.destroy()).on('close', () => other.destroy());
    }
    wire.pipe(target);
    target.pipe(wire, { end: false });
  });
  const port = await listen(outer);
  return {
    url: `https://127.0.0.1:${port}`,
    close: async () => {
      for (const end of open) end.destroy();
      await Promise.all([outer, tls].map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

/** The body of a complete request. */
function bodyOf(request: string): string | undefined {
  const [head = '', ...rest] = request.split('\r\n\r\n');
  const length = Number(/content-length: *(\d+)/i.exec(head)?.[1] ?? 0);
  const body = rest.join('\r\n\r\n');
  return rest.length > 0 && body.length >= length ? Buffer.from(body, 'latin1').toString() : undefined;
}

/** The random of one side's hello: after the headers of the record (5 bytes) and of the hello (4), and the version (2). */
function randomIn(heard: Buffer): Buffer {
  return heard.subarray(11, 43);
}

/** An alert as the second record that the server encrypts; the first is the end of the handshake (RFC 5288). */
function alertRecord(master: Buffer, clientRandom: Buffer, serverRandom: Buffer, alert: number): Buffer {
  const keys = prf(master, 'key expansion', Buffer.concat([serverRandom, clientRandom]), 40);
  const nonce = Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]);
  const head = Buffer.from([21, 3, 3]);
  const cipher = createCipheriv(
    'aes-128-gcm',
    keys.subarray(16, 32),
    Buffer.concat([keys.subarray(36, 40), nonce]),
  );
  cipher.setAAD(Buffer.concat([nonce, head, Buffer.from([0, 2])]));
  const text = Buffer.concat([cipher.update(Buffer.from([2, alert])), cipher.final()]);
  const record = Buffer.concat([nonce, text, cipher.getAuthTag()]);
  return Buffer.concat([head, Buffer.from([0, record.length]), record]);
}

function prf(secret: Buffer, label: string, seed: Buffer, length: number): Buffer {
  const start = Buffer.concat([Buffer.from(label), seed]);
  const hmac = (text: Buffer) => createHmac('sha256', secret).update(text).digest();
  let chain = start;
  let out = Buffer.alloc(0);
  while (out.length < length) {
    chain = hmac(chain);
    out = Buffer.concat([out, hmac(Buffer.concat([chain, start]))]);
  }
  return out.subarray(0, length);
}
