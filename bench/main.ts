import { publish, writeDocuments } from './document';
import { installPeers } from './peers';
import type { Section } from './result';
import { cpu } from './sections/cpu';
import { growth } from './sections/growth';
import { idleConnections } from './sections/idleConnections';
import { install } from './sections/install';
import { loading } from './sections/loading';
import { n8nSend } from './sections/n8nSend';
import { n8nWebhook } from './sections/n8nWebhook';
import { nodeRedInbound } from './sections/nodeRedInbound';
import { nodeRedSend } from './sections/nodeRedSend';
import { pages } from './sections/pages';

/** In the order of the report. */
const sections: Section[] = [
  pages,
  cpu,
  loading,
  install,
  growth,
  idleConnections,
  nodeRedSend,
  nodeRedInbound,
  n8nSend,
  n8nWebhook,
];

async function main(wanted: readonly string[]): Promise<void> {
  const names = sections.map(({ name }) => name);
  if (wanted.join() === 'report') return writeDocuments(names);
  const unknown = wanted.filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw new Error(`No section ${unknown.join(', ')}; there are ${names.join(', ')}, and report`);
  installPeers();
  for (const section of sections) {
    if (wanted.length > 0 && !wanted.includes(section.name)) continue;
    console.log(`\n${section.name} …`);
    const result = await section.run();
    await publish(result, names);
    for (const { what, against, goal, measured, met } of result.goals) {
      console.log(`${met ? 'met   ' : 'MISSED'} ${what} | ${against} | ${goal} | ${measured}`);
    }
    for (const { title, rows } of result.figures) {
      console.log(`\n${title}\n${rows.map((row) => row.join(' | ')).join('\n')}`);
    }
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
