import { createServer, type Server as NetServer, type Socket } from 'node:net';

import { TransportFailure, type Transport } from '../../../core/client';
import { listen } from '../../network/listening';
import { clientOf, failureOf, sms, startServer, useServer } from './server';

const server = useServer();

/** A server that calls `treat` with every connection. */
async function withSocketServer(
  treat: (socket: Socket) => void,
  run: (url: string) => Promise<void>,
): Promise<void> {
  const net: NetServer = createServer((socket) => {
    socket.on('error', () => undefined);
    treat(socket);
  });
  const port = await listen(net);
  await run(`http://127.0.0.1:${port}`);
  await new Promise((resolve) => net.close(resolve));
}

describe('no connection: the message was not sent', () => {
  it('when the connection is refused', async () => {
    const { url } = server;
    await server.close();
    const error = await failureOf(clientOf({ url }).send(sms));
    expect(error).toMatchObject({
      outcome: 'not_sent',
      code: 'unreachable',
      fact: 'The service cannot be reached: the connection was refused',
      advice: [{ key: 'unreachable.advice' }],
    });
    await startServer(server);
  });

  it('when the host name is not known', async () => {
    const error = await failureOf(clientOf({ url: 'https://service.invalid' }).send(sms));
    expect(error).toMatchObject({ outcome: 'not_sent', code: 'unreachable' });
    expect(error.fact).toMatch(
      /^The service cannot be reached: its host name (is unknown|cannot be looked up)$/,
    );
  });

  it.each([
    ['has no way to the host', { code: 'EHOSTUNREACH', syscall: 'connect' }, 'there is no route to its host'],
    [
      'has no way to the network',
      { code: 'ENETUNREACH', syscall: 'connect' },
      'there is no route to its network',
    ],
    ['connects for too long', { code: 'ETIMEDOUT', syscall: 'connect' }, 'connecting took too long'],
    [
      'is not let out by a firewall',
      { code: 'EACCES', syscall: 'connect' },
      'no connection could be made (EACCES)',
    ],
    [
      'has no port left',
      { code: 'EADDRNOTAVAIL', syscall: 'connect' },
      'no connection could be made (EADDRNOTAVAIL)',
    ],
    [
      'cannot look up the name for now',
      { code: 'EAI_AGAIN', syscall: 'getaddrinfo' },
      'its host name cannot be looked up',
    ],
    [
      'is closed within the handshake',
      {
        code: 'ECONNRESET',
        message: 'Client network socket disconnected before secure TLS connection was established',
      },
      'it closed the connection at once',
    ],
  ])('when the machine %s, as Node.js reports it', async (_name, cause, reason) => {
    for (const failure of [
      Object.assign(new Error(), cause),
      new Error('wrapped', { cause: Object.assign(new Error(), cause) }),
    ]) {
      const error = await failureOf(
        clientOf(server, {}, { transport: () => Promise.reject(failure) }).send(sms),
      );
      expect(error).toMatchObject({
        outcome: 'not_sent',
        code: 'unreachable',
        fact: `The service cannot be reached: ${reason}`,
      });
    }
  });

  it('when every address of the host was tried in vain', async () => {
    const attempt = Object.assign(new Error(), { code: 'ETIMEDOUT', syscall: 'connect' });
    const all = Object.assign(new AggregateError([attempt, attempt]), { code: 'ETIMEDOUT' });
    const failure = new Error('wrapped', { cause: all });
    const error = await failureOf(
      clientOf(server, {}, { transport: () => Promise.reject(failure) }).send(sms),
    );
    expect(error).toMatchObject({ outcome: 'not_sent', code: 'unreachable' });
  });
});

describe('a connection that breaks: the message may have been sent, and is not sent again', () => {
  it.each([
    [
      'reset once the request is there',
      (socket: Socket) => void socket.once('data', () => socket.resetAndDestroy()),
    ],
    ['closed once the request is there', (socket: Socket) => void socket.once('data', () => socket.end())],
    [
      'closed within the head of the answer',
      (socket: Socket) => void socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-')),
    ],
    [
      'closed within the body of the answer',
      (socket: Socket) =>
        void socket.once('data', () =>
          socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"messageId":'),
        ),
    ],
    [
      'reset within the body of the answer',
      (socket: Socket) =>
        void socket.once('data', () =>
          socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{', () => socket.resetAndDestroy()),
        ),
    ],
    [
      'closed within a chunked answer',
      (socket: Socket) =>
        void socket.once('data', () =>
          socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"mes'),
        ),
    ],
  ])('%s', async (_name, treat) => {
    let connections = 0;
    const counted = (socket: Socket) => {
      connections += 1;
      treat(socket);
    };
    await withSocketServer(counted, async (url) => {
      const error = await failureOf(clientOf({ url }).send(sms));
      expect(error).toMatchObject({ outcome: 'unknown', code: 'connection_lost', status: undefined });
      expect(error.fact).toBe('The connection to the service broke before its answer was complete');
      expect(connections).toBe(1);
    });
  });

  it('answered with something that is not HTTP', async () => {
    await withSocketServer(
      (socket) => void socket.once('data', () => socket.end('SSH-2.0-OpenSSH_9.2\r\n')),
      async (url) => {
        const error = await failureOf(clientOf({ url }).send(sms));
        expect(error).toMatchObject({
          outcome: 'unknown',
          code: 'unreadable_answer',
          fact: 'The service answered with something that is not HTTP',
        });
      },
    );
  });

  it.each([
    ['ECONNRESET', 'read', 'connection_lost'],
    ['EPIPE', 'write', 'connection_lost'],
    ['EHOSTUNREACH', 'read', 'connection_lost'],
    ['ETIMEDOUT', 'read', 'timed_out'],
    ['ECONNABORTED', undefined, 'timed_out'],
    ['ESOCKETTIMEDOUT', undefined, 'timed_out'],
    ['ERR_BAD_RESPONSE', undefined, 'connection_lost'],
    ['Z_DATA_ERROR', undefined, 'connection_lost'],
    ['ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', undefined, 'connection_lost'],
    ['ERR_SSL_SSLV3_ALERT_BAD_RECORD_MAC', undefined, 'connection_lost'],
    ['SOMETHING_NEW', undefined, 'connection_lost'],
    [undefined, undefined, 'connection_lost'],
  ])('reported as %s of %s', async (code, syscall, ours) => {
    const failure = Object.assign(new Error('failed'), { code, syscall });
    const error = await failureOf(
      clientOf(server, {}, { transport: () => Promise.reject(failure) }).send(sms),
    );
    expect(error).toMatchObject({ outcome: 'unknown', code: ours });
  });

  it.each([
    ['a text', 'failed'],
    ['nothing', undefined],
    ['null', null],
  ])('reported as %s', async (_name, reason) => {
    // A transport may reject with anything, although an Error is usual.
    const transport: Transport = () => new Promise((_resolve, reject) => reject(reason));
    expect(await failureOf(clientOf(server, {}, { transport }).send(sms))).toMatchObject({
      outcome: 'unknown',
    });
  });

  it('reported by an error that is its own cause', async () => {
    const failure = new Error('failed');
    failure.cause = failure;
    expect(
      await failureOf(clientOf(server, {}, { transport: () => Promise.reject(failure) }).send(sms)),
    ).toMatchObject({ outcome: 'unknown' });
  });
});

describe('TLS failures: the request had not been written', () => {
  it.each([
    ['CERT_HAS_EXPIRED', 'its certificate has expired'],
    ['CERT_NOT_YET_VALID', 'its certificate cannot be verified'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'its certificate is self-signed'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'its certificate comes from an unknown authority'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'its certificate comes from an unknown authority'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'its certificate cannot be verified'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate is for another host'],
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'it refuses the connection'],
    ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', 'it refuses the connection'],
  ])('%s', async (code, reason) => {
    const failure = new TransportFailure({ message: 'failed', code, nothingSent: true });
    const error = await failureOf(
      clientOf(server, {}, { transport: () => Promise.reject(failure) }).send(sms),
    );
    expect(error).toMatchObject({
      outcome: 'not_sent',
      code: 'untrusted_certificate',
      fact: `No secure connection to the service: ${reason}`,
    });
  });
});

describe('time-out', () => {
  it.each([
    ['no answer at all', () => undefined],
    [
      'an answer whose body does not end',
      (response: import('node:http').ServerResponse) => void response.writeHead(200).write('{'),
    ],
  ])('ends %s, and leaves open what happened', async (_name, answer) => {
    server.answer(answer);
    const error = await failureOf(clientOf(server, {}, { timeoutMs: 200 }).send(sms));
    expect(error).toMatchObject({
      outcome: 'unknown',
      code: 'timed_out',
      fact: 'The service did not answer in time',
    });
    expect(server.requests).toHaveLength(1);
  });

  it('holds for the whole answer, however often a byte of it comes', async () => {
    server.answer((response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write(' '), 40);
      response.on('close', () => clearInterval(drip));
    });
    const error = await failureOf(clientOf(server, {}, { timeoutMs: 200 }).send(sms));
    expect(error).toMatchObject({ outcome: 'unknown', code: 'timed_out' });
  });

  it('belongs to its request: the shortest ends first, in whatever order they began', async () => {
    server.answer(() => undefined);
    const ended: number[] = [];
    const end = async (timeoutMs: number) => {
      const error = await failureOf(clientOf(server, {}, { timeoutMs }).send(sms));
      ended.push(timeoutMs);
      return error.code;
    };
    const codes = await Promise.all([400, 100, 300, 200].map(end));
    expect(codes).toEqual(Array(4).fill('timed_out'));
    expect(ended).toEqual([100, 200, 300, 400]);
  });

  it('is a whole number of milliseconds, as timers take', async () => {
    const transport = jest.fn(async () => ({ status: 200, headers: {}, body: '{}' }));
    await clientOf(server, {}, { transport, timeoutMs: 16.1 * 1000 }).balance();
    expect(transport).toHaveBeenCalledWith(expect.objectContaining({ timeoutMs: 16_101 }));
  });
});

describe('a flow that is stopped', () => {
  it('before the request begins: the message was not sent', async () => {
    const error = await failureOf(clientOf(server).send(sms, { signal: AbortSignal.abort() }));
    expect(error).toMatchObject({ outcome: 'not_sent', code: 'cancelled' });
    expect(server.requests).toEqual([]);
  });

  it('while the service answers: the message may have been sent', async () => {
    const flow = new AbortController();
    server.answer(() => flow.abort());
    const error = await failureOf(clientOf(server).send(sms, { signal: flow.signal }));
    expect(error).toMatchObject({ outcome: 'unknown', code: 'cancelled' });
    expect(server.requests).toHaveLength(1);
  });

  it('while a connection is made, as far as the platform knows: the message was not sent', async () => {
    const failure = new TransportFailure({ message: 'canceled', code: 'ERR_CANCELED', nothingSent: true });
    const error = await failureOf(
      clientOf(server, {}, { transport: () => Promise.reject(failure) }).send(sms),
    );
    expect(error).toMatchObject({ outcome: 'not_sent', code: 'cancelled' });
  });
});
