import type { INodeProperties } from 'n8n-workflow';

import { texts, type Language } from '../../../../core/ask/pageTexts';
import { invalidField } from '../../../../core/client';
import { limits } from '../../../../core/contract/limits';
import { listEntered } from '../../../../core/json';
import { asText, isRecord } from '../../../../core/reading';
import { choice } from '../../../choice';
import { filled, parametersIn, type Parameters } from '../../fields/parameters';
import { approvalType, APPROVE, approveLabel, DISAPPROVE, disapproveLabel } from '../../wait/properties';
import type { AnswerChoice, ResponseType } from '../../wait/wait';

/**
 * What the person can choose from; nothing for a question without choices.
 * @throws MessagingError that names the wrong field
 */
export function choicesOf(
  responseType: ResponseType,
  parameters: Parameters,
  spoken: Language,
): AnswerChoice[] {
  if (responseType === 'approval')
    return approvalChoices(valuesIn(parameters, 'approvalOptions.values'), spoken);
  if (responseType !== 'choice') return [];
  const inForm = parameters('choices.values');
  const entered = parameters.entered('choices.values');
  const entries = [
    ...(Array.isArray(inForm) ? inForm : []).map((entry: unknown, index) =>
      entryOf(parametersIn(entry, Array.isArray(entered) ? entered[index] : undefined), index),
    ),
    ...listEntered(filled(parameters, 'choicesFromList', 'Choices From List')),
  ].map((entry: unknown) => (isRecord(entry) ? entry : { label: entry }));
  const choices = entries.map((entry: Record<string, unknown>) => {
    const label = asText(entry.label)?.trim() ?? '';
    const description = asText(entry.description)?.trim();
    const value = asText(entry.value) ?? label;
    return { label, value, description };
  });
  if (choices.length === 0) throw invalidField('Choices', 'must contain at least one choice');
  if (choices.length > limits.rows)
    throw invalidField('Choices', `at most ${limits.rows}`, { got: String(choices.length) });
  if (choices.some(({ label }) => label === '')) throw invalidField('Choices', 'each choice needs a label');
  return choices;
}

function approvalChoices(values: Parameters, spoken: Language): AnswerChoice[] {
  const { approve, decline } = texts[spoken];
  const labelIn = ({ name, displayName }: INodeProperties) => asText(filled(values, name, displayName));
  const yes = { label: labelIn(approveLabel) || approve, value: APPROVE };
  const type = filled(values, approvalType.name, approvalType.displayName);
  if (choice(type, approvalType) !== 'double') return [yes];
  return [yes, { label: labelIn(disapproveLabel) || decline, value: DISAPPROVE }];
}

function entryOf(values: Parameters, index: number): Record<string, unknown> {
  const valueOf = (name: string, displayName: string) =>
    filled(values, name, `Choices ${index + 1} › ${displayName}`);
  return {
    label: valueOf('label', 'Label'),
    value: valueOf('value', 'Value'),
    description: values('description'),
  };
}

function valuesIn(parameters: Parameters, name: string): Parameters {
  return parametersIn(parameters(name), parameters.entered(name));
}
