import { defaultSettings, type SandboxOptions } from '../options';
import type { Seed, Sender } from './seed';

/** How a sandbox starts with a checked seed. What the seed does not name stays undefined. */
export function optionsFromSeed(seed: Seed): SandboxOptions {
  const { account = {}, senders, people, groups, templates, conversations } = seed;
  const { user = 'demo', password = 'demo', balance, pageLimit, acceptUnknown } = account;
  const urls = senders?.flatMap(({ number, inboundUrl }) =>
    inboundUrl === undefined ? [] : [[number, inboundUrl]],
  );
  return {
    users: { [user]: password },
    points: balance,
    pageLimit,
    acceptUnknown,
    numbers: senderNumbers(senders),
    inboundUrls: urls?.length ? { ...defaultSettings.inboundUrls, ...Object.fromEntries(urls) } : undefined,
    people,
    // The groups of the demo account have its people.
    groups: groups ?? (people ? {} : undefined),
    templates,
    conversations,
  };
}

/** Each sender on each of its channels. */
export function senderNumbers(senders: Sender[] | undefined): SandboxOptions['numbers'] {
  return senders?.flatMap(({ number, channels }) => channels.map((channel) => ({ number, channel })));
}
