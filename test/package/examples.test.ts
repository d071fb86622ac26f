import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FlowNode } from '../hosts/node-red/nodeRedServer';

const root = join(__dirname, '..', '..');
const folder = join(root, 'examples');
const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
const all = files.map((file): [string, FlowNode[]] => [
  file,
  JSON.parse(readFileSync(join(folder, file), 'utf8')),
]);
const packageFile: { 'node-red': { nodes: Record<string, string> } } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);

describe('the examples for Node-RED', () => {
  it('show every node', () => {
    const used = new Set(all.flatMap(([, flow]) => flow.map(({ type }) => type)));
    expect(Object.keys(packageFile['node-red'].nodes).filter((type) => !used.has(type))).toEqual([]);
  });

  it('that the help of the nodes names are there', () => {
    const helps = Object.keys(packageFile['node-red'].nodes).flatMap((type) =>
      readdirSync(join(root, 'node-red', type, 'locales')).map((language) =>
        readFileSync(join(root, 'node-red', type, 'locales', language, `${type}.html`), 'utf8'),
      ),
    );
    const named = helps.map((help) => /node-red-messaging-service → [“„«]\s?(.+?)\s?[”“»]/.exec(help)?.[1]);
    expect(named.length).toBeGreaterThan(9);
    const titles = files.map((file) => file.replace(/^\d+ - |\.json$/g, ''));
    expect(named.filter((name) => name === undefined || !titles.includes(name))).toEqual([]);
  });

  it.each(all)('%s is complete, explained and free of credentials', (_file, flow) => {
    const ids = flow.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const wired = flow.flatMap(({ wires }) => (Array.isArray(wires) ? wires.flat() : []));
    expect(wired.filter((id) => !ids.includes(id))).toEqual([]);
    expect(flow.some(({ type, info }) => type === 'comment' && info !== '')).toBe(true);
    expect(JSON.stringify(flow)).not.toMatch(/password"|credentials"/);
  });
});
