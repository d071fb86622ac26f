import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod/v4';
import { serve } from '../../network/listening';
import { workFolder } from '../n8n/host';

const run = promisify(execFile);

const manifest = z.looseObject({ name: z.string(), version: z.string(), description: z.string() });

interface Published {
  manifest: z.infer<typeof manifest>;
  tarball: Buffer;
}

/** An npm registry on loopback with one package in two versions; everything else comes from the registry that npm is configured with. */
export interface Registry {
  url: string;
  /**
   * A configuration of npm by which the packages of our scope come from here. n8n names the public registry in its calls of npm, and another
   * one (`N8N_COMMUNITY_PACKAGES_REGISTRY`) needs a licence, but a registry of a scope goes before both.
   */
  npmrc: string;
  /** The name of the package. */
  name: string;
  /** The version that is there from the start, and the one after it. */
  versions: readonly [string, string];
  /** Publishes the second version. */
  publishNext(): void;
  close(): Promise<void>;
}

/** Publishes a built package, as it is packed, under its own version and the next one. */
export async function startRegistry(packageFolder: string): Promise<Registry> {
  const { version } = manifest.parse(
    JSON.parse(await readFile(path.join(packageFolder, 'package.json'), 'utf8')),
  );
  const next = version.replace(/\d+$/, (patch) => String(Number(patch) + 1));
  const [first, second] = await Promise.all([packed(packageFolder, version), packed(packageFolder, next)]);
  const { stdout } = await run('npm', ['config', 'get', 'registry']);
  const published = [first];
  const { name } = first.manifest;
  const server = await serve((request, response) => {
    const asked = decodeURIComponent(request.url ?? '');
    const json = (value: object) => {
      // Node-RED's editor reads the catalogue from another origin.
      response.writeHead(200, {
        'content-type': 'application/json',
        'cache-control': 'no-store',
        'access-control-allow-origin': '*',
      });
      response.end(JSON.stringify(value));
    };
    if (asked.startsWith('/catalogue.json')) json(catalogue(published));
    else if (asked === `/${name}`) json(packument(published, `http://${request.headers.host ?? ''}`));
    else if (asked.startsWith(`/${name}/-/`)) {
      const found = published.find(({ manifest }) => asked.endsWith(`/${manifest.version}.tgz`));
      response.writeHead(found === undefined ? 404 : 200).end(found?.tarball);
    } else {
      response.writeHead(302, { location: new URL(request.url ?? '', stdout.trim()).href }).end();
    }
  });
  const { url } = server;
  const folder = await mkdtemp(path.join(workFolder, 'registry-'));
  const npmrc = path.join(folder, '.npmrc');
  await writeFile(npmrc, `${name.split('/')[0] ?? ''}:registry=${url}\n`);
  return {
    url,
    npmrc,
    name,
    versions: [version, next],
    publishNext: () => void published.push(second),
    close: async () => {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Packs a copy of the package as `npm publish` does, under a version. */
async function packed(packageFolder: string, version: string): Promise<Published> {
  await mkdir(workFolder, { recursive: true });
  const folder = await mkdtemp(path.join(workFolder, 'published-'));
  try {
    const copy = path.join(folder, 'package');
    await cp(packageFolder, copy, { recursive: true });
    const file = path.join(copy, 'package.json');
    const changed = manifest.parse({ ...JSON.parse(await readFile(file, 'utf8')), version });
    await writeFile(file, JSON.stringify(changed, null, 2));
    const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: copy });
    const tarball = await readFile(path.join(folder, stdout.trim().split('\n').at(-1) ?? ''));
    return { manifest: changed, tarball };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What npm asks for before it installs. */
function packument(published: Published[], url: string): object {
  const versions = published.map(({ manifest, tarball }) => ({
    ...manifest,
    dist: {
      tarball: `${url}/${manifest.name}/-/${manifest.version}.tgz`,
      integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
      shasum: createHash('sha1').update(tarball).digest('hex'),
    },
  }));
  return {
    name: versions[0]?.name,
    'dist-tags': { latest: versions.at(-1)?.version },
    versions: Object.fromEntries(versions.map((each) => [each.version, each])),
  };
}

/** What Node-RED's palette manager lists. */
function catalogue(published: Published[]): object {
  const { manifest } = published.at(-1) ?? {};
  const { name: id, version, description } = manifest ?? {};
  const modules = [{ id, version, description, updated_at: new Date().toISOString(), keywords: [] }];
  return { name: 'Loopback', updated_at: new Date().toISOString(), modules };
}
