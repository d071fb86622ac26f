import { channels } from '../../core/contract/names';
import { boxes, flag, note, place, trimmedText, type SettingsOf } from './describe';
import { nodeRows } from './messageRows';

/** The first rows of both triggers. */
export function calledAt(path: string) {
  return {
    ...nodeRows,
    path: trimmedText({ value: path, required: true, check: 'routePath', control: 'path', tab: 'message' }),
    calledAddress: place({ tab: 'message' }),
  };
}

/** Which events start the flow. */
export const filters = { section: 'filters', tab: 'message' } as const;

export const channelRows = { channels: boxes(channels, [], { ...filters, shared: true }) };

/** The last rows of both triggers. */
export const callerRows = {
  unreadable: flag(filters),
  refusedOutput: flag({ section: 'callers', secondOutput: true }),
  allowAnyCaller: flag({ section: 'callers' }),
  anyCaller: note('warning.anyCaller', {
    section: 'callers',
    warning: true,
    shownWhen: { allowAnyCaller: [true] },
  }),
};

export type TriggerSetting = SettingsOf<ReturnType<typeof calledAt> & typeof channelRows & typeof callerRows>;
