import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultSettings } from '../../sandbox/options';
import { faultList } from '../../sandbox/service/faults';
import { outcomeList } from '../../sandbox/state/outcomes';
import { demoTemplates } from '../../sandbox/state/templates';
import { call, quietSandbox, sms } from './support';

const guide = readFileSync(join(__dirname, '..', '..', 'docs', 'sandbox.md'), 'utf8');

/** The rows of the table that has this heading row, each as its cells without backticks. */
function table(heading: string): string[][] {
  const lines = guide.split('\n');
  const start = lines.indexOf(heading);
  if (start === -1) throw new Error(`docs/sandbox.md has no table '${heading}'.`);
  const rest = lines.slice(start + 2);
  const rows = rest.slice(
    0,
    rest.findIndex((line) => !line.startsWith('|')),
  );
  return rows.map((row) =>
    row
      .replaceAll('`', '')
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

describe('the guide docs/sandbox.md names', () => {
  it('every recipient that decides what becomes of its messages', () => {
    expect(table('| Send to | The message |')).toEqual(
      outcomeList.map(({ recipient, does }) => [recipient, does]),
    );
  });

  it('every fault with its recipient', () => {
    const rows = table('| Fault | What happens | Message accepted? | Send to |');
    expect(rows.map(([name, , , recipient]) => [name, recipient])).toEqual(
      faultList.map(({ name, recipient }) => [name, recipient ?? '']),
    );
  });

  it('every setting', () => {
    expect(table('| Setting | Meaning | Initial value |').map(([name]) => name)).toEqual(
      Object.keys(defaultSettings),
    );
  });

  it('every template', () => {
    for (const { name } of demoTemplates) expect(guide).toContain(`\`${name}\``);
  });

  it.each(table('| Fault | What happens | Message accepted? | Send to |'))(
    'rightly whether %s accepts the message',
    async (fault, _does, accepted) => {
      const sandbox = await quietSandbox({ slowAnswer: 0 });
      const headers = { 'X-Sandbox-Fault': fault ?? '' };
      await call(sandbox, '/api/message', { body: sms(), headers }).catch(() => undefined);
      const messages = sandbox.messages();
      await sandbox.close();
      expect(messages).toHaveLength(accepted === 'yes' ? 1 : 0);
    },
  );
});
