import { z } from 'zod/v4';
import type { N8nServer } from '../n8n/n8nServer';

const installed = z.array(z.object({ packageName: z.string(), installedVersion: z.string() }));

/** The version of a package that n8n has installed and loaded; undefined if it has none. */
export async function installedVersion(n8n: N8nServer, name: string): Promise<string | undefined> {
  const packages = installed.parse(await n8n.call('GET', '/rest/community-packages'));
  const found = packages.find(({ packageName }) => packageName === name);
  const types = z.array(z.object({ name: z.string() })).parse(await n8n.call('GET', '/types/nodes.json'));
  const isLoaded = types.some((type) => type.name.startsWith(`${name}.`));
  expect(isLoaded).toBe(found !== undefined);
  return found?.installedVersion;
}
