import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { invalidField } from '../../../../core/client';
import type { MessageRequest } from '../../../../core/contract';
import { checkBalance, checkRun, readMostPerRun, type Steps } from '../../../../core/steps';
import { isRecord } from '../../../../core/reading';
import { isGuardOn } from '../../../choice';
import { asInputError } from '../../errors';
import { optionFields } from '../../fields/options';
import { optionValue } from '../../fields/parameters';
import { parameterOf } from '../../items';
import type { Draft } from './draft';
import type { Service } from './steps';

type Limit = NonNullable<Steps<Draft>['limit']>;

/**
 * Lets nothing out if the messages of all items together are more than *At Most Per Run* allows, or cost more points than the account has
 * (*Within Balance*).
 * @throws MessagingError if a limit cannot be read
 */
export function limitOfRun(context: IExecuteFunctions, service: Service): Limit {
  const checkCount = limitOfCheck(context);
  const checkCovered = balanceLimit(context, service);
  return async (messages) => {
    await checkCount(messages);
    await checkCovered(messages.filter(({ validateOnly }) => !validateOnly));
  };
}

/** As `limitOfRun`, without asking the service for the balance. */
export function limitOfCheck(context: IExecuteFunctions): Limit {
  const { mostPerRun, countPages, pointsPerPage } = optionFields;
  const options = optionsOf(context);
  if (!options.has(mostPerRun)) return async () => undefined;
  return readable((): Limit => {
    const points = options.has(pointsPerPage) ? options.amount(pointsPerPage) : 1;
    const limit = {
      most: options.amount(mostPerRun),
      pointsPerPage: options.isOn(countPages) ? points : undefined,
      label: mostPerRun.displayName,
    };
    return async (messages) => checkRun(messages, limit, requestsOf);
  });
}

function balanceLimit(context: IExecuteFunctions, { client, signal }: Service): Limit {
  const { countPages, pointsPerPage, withinBalance: option } = optionFields;
  const options = optionsOf(context);
  return readable((): Limit => {
    if (!options.isOn(countPages) || !options.isOn(option)) return async () => undefined;
    if (!options.has(pointsPerPage))
      throw invalidField(pointsPerPage.displayName, `is required for '${option.displayName}'`);
    const limit = {
      pointsPerPage: options.amount(pointsPerPage),
      label: option.displayName,
      balance: () => client.balance({ signal }),
    };
    return (messages) => checkBalance(messages, limit, requestsOf);
  });
}

/** With further channels, each counts, as each may be sent. */
function requestsOf({ request, fallback }: Draft): MessageRequest[] {
  return [request, ...(fallback?.further ?? [])];
}

function optionsOf(context: IExecuteFunctions) {
  const { options } = context.getNode().parameters;
  const parameters = parameterOf(context, 0);
  const has = ({ name }: INodeProperties) => isRecord(options) && name in options;
  const valueOf = (field: INodeProperties) => optionValue(parameters, field);
  return {
    has,
    isOn: (field: INodeProperties) => has(field) && isGuardOn(valueOf(field), field),
    amount: (field: INodeProperties) => readMostPerRun(valueOf(field), field.name, field.displayName),
  };
}

function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw asInputError(error);
  }
}
