import { channels } from '../../core/contract/names';
import { boxes, flag, place, type SettingsOf } from './describe';
import { nodeRows } from './messageRows';

/** The first rows of both triggers. */
export const addressRows = { ...nodeRows, calledAddress: place({ tab: 'message' }) };

const inFilters = { section: 'filters', tab: 'message' } as const;

/** Which events start the flow. */
export const filters = { ...inFilters, guard: true } as const;

export const channelRows = { channels: boxes(channels, [], { ...filters, shared: true }) };

/** The last rows of both triggers. */
export const outputRows = {
  // It lets more events through, so it keeps nothing back.
  unreadable: flag(inFilters),
  refusedOutput: flag({ section: 'output', secondOutput: true }),
};

export type TriggerSetting = SettingsOf<typeof addressRows & typeof channelRows & typeof outputRows>;
