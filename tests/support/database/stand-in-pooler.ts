import { connect, createServer, type Socket } from 'node:net';

// A message of PostgreSQL is a letter, a length that counts itself, and the rest; `K` has the process.
const KEY_DATA = 0x4b;
const LETTER = 1;
const HEAD = 5;

/**
 * Stands between clients and the test server, and greets each with a number of its own, as poolers do. It
 * passes everything else on.
 */
export async function startStandInPooler(
  databaseUrl: string,
): Promise<{ urlOf: (databaseUrl: string) => string; stop: () => Promise<void> }> {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => undefined).on('close', () => (client.destroy(), upstream.destroy()));
    }
    client.pipe(upstream);
    const greet = greeter();
    upstream.on('data', (chunk: Buffer) => client.write(greet(chunk)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const urlOf = (databaseUrl: string) => {
    const url = Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(port) });
    url.searchParams.delete('host');
    return url.href;
  };
  const stop = async () => {
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return { urlOf, stop };
}

/** What a client is sent of each piece: whole messages until it was greeted, then all as it comes. */
function greeter(): (chunk: Buffer) => Buffer {
  let kept: Buffer = Buffer.alloc(0);
  let isGreeted = false;
  return (chunk) => {
    if (isGreeted) return chunk;
    kept = Buffer.concat([kept, chunk]);
    let at = 0;
    while (!isGreeted && kept.length >= at + HEAD) {
      const end = at + LETTER + kept.readInt32BE(at + LETTER);
      if (kept.length < end) break;
      if (kept[at] === KEY_DATA) {
        kept.writeInt32BE(1, at + HEAD);
        isGreeted = true;
      }
      at = end;
    }
    const sent = isGreeted ? kept : kept.subarray(0, at);
    kept = kept.subarray(at);
    return sent;
  };
}
