import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod/v4';

import { kilobytes, megabytes, type GoalRow, type Section } from '../result';

const MOST_PACKED = { n8n: 200_000, nodeRed: 400_000 };
const root = join(__dirname, '..', '..');
const packages = join(root, 'packages');

const packed = z.object({ filename: z.string(), size: z.number(), unpackedSize: z.number() });
type Packed = z.infer<typeof packed>;

/** The tarball of a package in the registry, or of a folder, as `npm pack` makes it. */
function pack(what: string, into?: string): Packed {
  const where = into === undefined ? ['--dry-run'] : ['--pack-destination', into];
  const output = execFileSync('npm', ['pack', what, '--json', '--ignore-scripts', ...where], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [result] = z.array(packed).parse(JSON.parse(output));
  if (result === undefined) throw new Error(`npm pack says nothing about ${what}`);
  return result;
}

interface Installed {
  packages: number;
  bytes: number;
}

/** What is in a folder after Node-RED's palette manager has installed a package there. */
function installForNodeRed(what: string): Installed {
  const folder = mkdtempSync(join(tmpdir(), 'bench-install-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{ "name": "node-red-project", "private": true }');
    const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--omit=dev', '--engine-strict'];
    execFileSync('npm', ['install', ...options, what], { cwd: folder, stdio: 'ignore' });
    return sizeOf(join(folder, 'node_modules'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const lockFile = z.object({ packages: z.record(z.string(), z.unknown()) });

function sizeOf(modules: string): Installed {
  const lock = lockFile.parse(JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8')));
  const files = readdirSync(modules, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const sizes = files.map(({ parentPath, name }) => statSync(join(parentPath, name)).size);
  return {
    packages: Object.keys(lock.packages).length,
    bytes: sizes.reduce((total, size) => total + size, 0),
  };
}

const published = z.object({ dependencies: z.record(z.string(), z.string()).optional() });

/** n8n installs a package without its development, peer and optional dependencies: only these are left. */
function addedInN8n(): string[] {
  const file = JSON.parse(readFileSync(join(packages, 'n8n', 'package.json'), 'utf8'));
  return Object.keys(published.parse(file).dependencies ?? {});
}

const COMMUNITY = 'n8n-nodes-evolution-api@1.0.4';
const TWILIO = 'node-red-node-twilio@0.1.0';

async function run() {
  const folder = mkdtempSync(join(tmpdir(), 'bench-pack-'));
  const forN8n = pack(join(packages, 'n8n'), folder);
  const forNodeRed = pack(join(packages, 'node-red'), folder);
  const [community, twilio] = [pack(COMMUNITY), pack(TWILIO)];
  const inNodeRed = installForNodeRed(join(folder, forNodeRed.filename));
  const twilioInNodeRed = installForNodeRed(TWILIO);
  rmSync(folder, { recursive: true, force: true });
  const added = addedInN8n();
  const sizes = ({ size, unpackedSize }: Packed) => [kilobytes(size), kilobytes(unpackedSize)];
  const installed = ({ packages, bytes }: Installed) => [String(packages), megabytes(bytes)];
  return {
    name: 'install',
    title: 'Install',
    how: 'The tarballs of `npm run pack`, and the contents of `node_modules` after Node-RED’s palette manager has installed its package into an empty folder (`npm install --omit=dev --engine-strict`).',
    goals: [
      packedSize('n8n', COMMUNITY, forN8n.size, community.size, MOST_PACKED.n8n),
      packedSize('Node-RED', TWILIO, forNodeRed.size, twilio.size, MOST_PACKED.nodeRed),
      {
        what: 'Install: packages added in n8n',
        against: '–',
        goal: 'none',
        measured: `**${added.length}**`,
        met: added.length === 0,
      },
    ],
    figures: [
      {
        title: 'Sizes:',
        rows: [
          ['Package', 'Packed', 'Unpacked', 'Packages in Node-RED', 'Size in Node-RED'],
          ['this package for n8n', ...sizes(forN8n), '–', '–'],
          ['this package for Node-RED', ...sizes(forNodeRed), ...installed(inNodeRed)],
          [TWILIO, ...sizes(twilio), ...installed(twilioInNodeRed)],
          [COMMUNITY, ...sizes(community), '–', '–'],
        ],
      },
    ],
    notes: [
      'The code of both packages can be read: it is not minified, but for the editor of Node-RED in the browser. Node-RED’s package contains help and texts in four languages.',
    ],
  };
}

function packedSize(platform: string, peer: string, size: number, peerSize: number, most: number): GoalRow {
  return {
    what: `Install: packed size for ${platform}`,
    against: peer,
    goal: `under ${kilobytes(most)}`,
    measured: `**${kilobytes(size)}**; against ${kilobytes(peerSize)}`,
    met: size < most,
  };
}

export const install: Section = { name: 'install', run };
