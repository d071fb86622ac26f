import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { atMostPerRun, readMostPerRun, type Step } from '../../../../core/journey';
import { isRecord } from '../../../../core/reading';
import { isOn } from '../../../choice';
import { asInputError, toNodeError } from '../../errors';
import { MOST_PER_RUN, optionFields, POINTS_PER_PAGE } from '../../fields/options';
import { parameterOf } from '../../items';
import type { Draft } from './draft';

/**
 * The step that lets nothing out if the messages of all items together are more than *At Most Per Run* allows; none without that option.
 * With further channels, each counts, as each may be sent.
 * @throws NodeOperationError if the limit cannot be read
 */
export function notTooMany(context: IExecuteFunctions): Array<Step<Draft>> {
  const { options } = context.getNode().parameters;
  if (!isRecord(options) || !(optionFields.mostPerRun.name in options)) return [];
  const parameters = parameterOf(context, 0);
  const read = (name: string, label: string) => readMostPerRun(parameters(`options.${name}`), name, label);
  const { mostPerRun, countPages, pointsPerPage } = optionFields;
  try {
    const points = pointsPerPage.name in options ? read(pointsPerPage.name, POINTS_PER_PAGE) : 1;
    const inPages = countPages.name in options && isOn(parameters(`options.${countPages.name}`), countPages);
    const limit = {
      most: read(mostPerRun.name, MOST_PER_RUN),
      pointsPerPage: inPages ? points : undefined,
      label: MOST_PER_RUN,
    };
    return [
      atMostPerRun<IDataObject, Draft>(limit, ({ request, fallback }) => [
        request,
        ...(fallback?.further ?? []),
      ]),
    ];
  } catch (error) {
    throw toNodeError(context.getNode(), asInputError(error), 0);
  }
}
