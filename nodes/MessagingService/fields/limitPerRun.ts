import type { INodeProperties } from 'n8n-workflow';

import { readMostPerRun } from '../../../core/steps';
import { choice, type Choice } from '../../choice';
import { OptionGroup } from './optionGroup';
import type { Parameters } from './parameters';

const count: Choice<'messages' | 'pages' | 'points' | 'balance'> = {
  displayName: 'Count',
  name: 'count',
  type: 'options',
  options: [
    { name: 'Messages', value: 'messages', description: 'One for each recipient and each fallback channel' },
    {
      name: 'SMS Pages',
      value: 'pages',
      description: 'The pages of each SMS; any other message counts as one page',
    },
    { name: 'Points', value: 'points', description: 'The pages, times what a page costs' },
    {
      name: 'Points Within Balance',
      value: 'balance',
      description: 'The same; the limit is the balance of the account, which is queried once',
    },
  ],
  default: 'messages',
  description: 'What is added up over all items of the run',
};
const pointsPerPage: INodeProperties = {
  displayName: 'Points per Page',
  name: 'pointsPerPage',
  type: 'number',
  typeOptions: { minValue: 0 },
  default: 1,
  displayOptions: { show: { count: ['points', 'balance'] } },
  description: 'What a page costs',
};
const most: INodeProperties = {
  displayName: 'At Most',
  name: 'most',
  type: 'number',
  typeOptions: { minValue: 1 },
  default: 1000,
  displayOptions: { show: { count: ['messages', 'pages', 'points'] } },
  description: 'The highest sum that is sent',
};

/** The option that lets nothing of a run out if it is too much. */
export const limitPerRun = new OptionGroup(
  {
    displayName: 'Limit per Run',
    name: 'limitPerRun',
    description: 'If all items together are more than this, nothing of the run is sent',
  },
  [count, most, pointsPerPage],
  [count, most],
);

/** How much may go out in a run; without points per page, messages count. `label` is what the form calls it. */
export type LimitPerRun = { label: string } & (
  { most: number; pointsPerPage: number | undefined } | { most: 'balance'; pointsPerPage: number }
);

/**
 * The option of a node; undefined without it.
 * @throws MessagingError `invalid_request` if it cannot be read: a limit must not be missing because of a slip
 */
export function readLimitPerRun(options: Parameters): LimitPerRun | undefined {
  const valueOf = limitPerRun.valuesIn(options);
  if (valueOf === undefined) return undefined;
  const label = limitPerRun.labelOf();
  const amountOf = (field: INodeProperties) =>
    readMostPerRun(valueOf(field), limitPerRun.pathOf(field), limitPerRun.labelOf(field));
  const counted = choice(valueOf(count), count);
  if (counted === 'balance') return { label, pointsPerPage: amountOf(pointsPerPage), most: 'balance' };
  const perPage = { messages: () => undefined, pages: () => 1, points: () => amountOf(pointsPerPage) };
  return { label, pointsPerPage: perPage[counted](), most: amountOf(most) };
}
