import { request } from 'node:https';
import { createServer, type Socket } from 'node:net';

import { certificateFor, trusting, type Certificate } from '../../network/certificates';
import { listen } from '../../network/listening';
import { ALERTS, startAlertServer, type Alert } from '../../network/tlsAlerts';
import { OLD_TLS, startTlsServer, type TlsServer } from '../../network/tlsServer';
import { clientOf, failureOf, sms, startServer } from './server';

// Real connections, on a machine that may be busy.
let certificate: Certificate;
beforeAll(async () => {
  certificate = await certificateFor('127.0.0.1');
});

let server: TlsServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

describe('the floor is TLS 1.2 (specification 1 and 8)', () => {
  it('refuses a server that speaks TLS 1.1 at most: the message was not sent', async () => {
    server = await startTlsServer({ ...certificate, ...OLD_TLS });
    const { url } = server;
    await trusting(certificate, async () => {
      expect(await failureOf(clientOf({ url }).send(sms))).toMatchObject({
        outcome: 'not_sent',
        code: 'no_tls',
        fact: 'No secure connection to the service: nothing at this address speaks TLS 1.2 or 1.3',
      });
    });
    expect(server.requests).toBe(0);
  });

  it('would reach that server if it took TLS 1.1, so the floor is what refuses', async () => {
    server = await startTlsServer({ ...certificate, ...OLD_TLS });
    const { url } = server;
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const asked = request(url, { ...OLD_TLS, ca: certificate.cert, agent: false }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      asked.on('error', reject).end();
    });
    expect(status).toBe(200);
  });

  it.each(['TLSv1.2', 'TLSv1.3'] as const)('talks to a server that speaks only %s', async (version) => {
    server = await startTlsServer({ ...certificate, minVersion: version, maxVersion: version });
    const { url } = server;
    await trusting(certificate, async () => {
      expect(await clientOf({ url }).send(sms)).toMatchObject({ messageId: 'id-1' });
    });
    expect(server.requests).toBe(1);
  });
});

describe('a certificate that cannot be trusted: the message was not sent', () => {
  it('self-signed', async () => {
    server = await startTlsServer(certificate);
    const error = await failureOf(clientOf(server).send(sms));
    expect(error).toMatchObject({
      outcome: 'not_sent',
      code: 'untrusted_certificate',
      fact: 'No secure connection to the service: its certificate is self-signed',
    });
    expect(error.describe()).toContain('NODE_EXTRA_CA_CERTS');
    expect(server.requests).toBe(0);
  });
});

describe('what is behind an https address but no TLS: the message was not sent', () => {
  it('a server that speaks plain http', async () => {
    const plain = await startServer();
    const error = await failureOf(clientOf({ url: plain.url.replace('http:', 'https:') }).send(sms));
    expect(error).toMatchObject({ outcome: 'not_sent', code: 'no_tls' });
    expect(plain.requests).toEqual([]);
    await plain.close();
  });

  it.each([
    [
      'resets the connection',
      (socket: Socket) => void socket.once('data', () => socket.resetAndDestroy()),
      'it closed the connection at once',
    ],
    [
      'closes the connection',
      (socket: Socket) => void socket.once('data', () => socket.end()),
      'it closed the connection at once',
    ],
    ['says nothing', () => undefined, 'connecting took too long', 300],
  ])('a server that %s', async (_name, treat, reason, timeoutMs = 30_000) => {
    const sockets: Socket[] = [];
    const net = createServer((socket) => {
      sockets.push(socket.on('error', () => undefined));
      treat(socket);
    });
    const port = await listen(net);
    const error = await failureOf(
      clientOf({ url: `https://127.0.0.1:${port}` }, {}, { timeoutMs }).send(sms),
    );
    expect(error).toMatchObject({
      outcome: 'not_sent',
      code: 'unreachable',
      fact: `The service cannot be reached: ${reason}`,
    });
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => net.close(resolve));
  });
});

describe('a fatal alert', () => {
  const names = Object.keys(ALERTS) as Alert[];

  it.each(names)(
    '%s after the request was read: the message may have been sent, and is not sent again',
    async (alert) => {
      const read: string[] = [];
      const alerting = await startAlertServer(certificate, (body) => {
        read.push(body);
        return alert;
      });
      try {
        await trusting(certificate, async () => {
          const client = clientOf(alerting, {}, { retries: 3 });
          const error = await failureOf(client.send(sms));
          expect(error).toMatchObject({ outcome: 'unknown', code: 'connection_lost' });
        });
        expect(read).toHaveLength(1);
        expect(JSON.parse(read[0] ?? '')).toMatchObject({ to: sms.to });
      } finally {
        await alerting.close();
      }
    },
  );

  it('within the handshake: the message was not sent', async () => {
    server = await startTlsServer({
      ...certificate,
      ciphers: 'ECDHE-RSA-AES128-GCM-SHA256',
      maxVersion: 'TLSv1.2',
    });
    const error = await failureOf(clientOf(server).send(sms));
    expect(error).toMatchObject({ outcome: 'not_sent', code: 'no_tls' });
  });

  it('because a certificate of ours is missing comes after the handshake in TLS 1.3: it may have been sent', async () => {
    server = await startTlsServer({
      ...certificate,
      requestCert: true,
      rejectUnauthorized: true,
      minVersion: 'TLSv1.3',
    });
    const { url } = server;
    await trusting(certificate, async () => {
      expect(await failureOf(clientOf({ url }).send(sms))).toMatchObject({ outcome: 'unknown' });
    });
    expect(server.requests).toBe(0);
  });
});
