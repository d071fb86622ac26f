import { millisecondsOf } from '../duration';
import { defaultSettings, type SandboxOptions } from '../options';
import type { Seed } from './seed';

/** How a sandbox starts with a checked seed. What the seed does not name is left out. */
export function optionsOf(seed: Seed): SandboxOptions {
  const { account = {}, senders, people, groups, templates, conversations } = seed;
  const { user = 'demo', password = 'demo', balance, pageLimit, acceptUnknown } = account;
  const numbers = senders?.flatMap(({ number, channels }) =>
    channels.map((channel) => ({ number, channel })),
  );
  const senderOn = (channel: string) =>
    (numbers ?? defaultSettings.numbers).find((own) => own.channel === channel)?.number ?? '';
  return {
    users: { [user]: password },
    points: balance,
    pageLimit,
    acceptUnknown,
    numbers,
    inboundUrls: urlsOf(seed),
    people: people?.map(({ after, ...person }) => ({
      ...person,
      after: after === undefined ? undefined : millisecondsOf(after),
    })),
    // The groups of the demo account have its people.
    groups: groups ?? (people ? {} : undefined),
    templates,
    conversations: conversations?.map(({ channel = 'Sms', sender = senderOn(channel), ...rest }) => ({
      ...rest,
      channel,
      sender,
    })),
  };
}

function urlsOf({ senders = [] }: Seed): SandboxOptions['inboundUrls'] {
  const own = senders.flatMap(({ number, inboundUrl }) =>
    inboundUrl === undefined ? [] : [[number, inboundUrl]],
  );
  return own.length === 0 ? undefined : { ...defaultSettings.inboundUrls, ...Object.fromEntries(own) };
}
