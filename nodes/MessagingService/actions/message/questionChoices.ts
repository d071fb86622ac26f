import { texts, type Language } from '../../../../core/ask/pageTexts';
import { invalidField } from '../../../../core/client';
import { limits } from '../../../../core/contract/limits';
import { valueShown } from '../../../../core/errors/texts';
import { listEntered } from '../../../../core/json';
import { asText, isRecord } from '../../../../core/reading';
import { rule } from '../../../../core/contract/sentences';
import { isNothing, type Parameters } from '../../../parameters';
import { approvalOptions, APPROVE, choices, choicesFromList, DISAPPROVE } from '../../wait/properties';
import type { AnswerChoice, ResponseType } from '../../wait/wait';
import { say } from '../../../texts';

/**
 * What the person can choose from; nothing for a question without choices.
 * @throws MessagingError that names the wrong field
 */
export function choicesOf(
  responseType: ResponseType,
  parameters: Parameters,
  spoken: Language,
): AnswerChoice[] {
  if (responseType === 'approval') return approvalChoices(parameters, spoken);
  if (responseType !== 'choice') return [];
  const entered = [...choices.read(parameters), ...listEntered(choicesFromList.read(parameters))];
  const all = entered.map((entry) => choiceFrom(isRecord(entry) ? entry : { label: entry }));
  if (all.length === 0) throw invalidField(choices.label, rule('tooFew', { noun: 'choice' }));
  if (all.length > limits.rows)
    throw invalidField(
      choices.label,
      rule('tooMany', { max: limits.rows, noun: 'choices', got: all.length }),
    );
  if (all.some(({ label }) => label === '')) throw invalidField(choices.label, say('noChoiceLabel'));
  return all;
}

function choiceFrom(entry: Record<string, unknown>): AnswerChoice {
  const label = asText(entry.label)?.trim() ?? '';
  return { label, value: valueOf(entry.value) ?? label, description: asText(entry.description)?.trim() };
}

/** The value as the workflow gets it; undefined for an empty one. */
function valueOf(entered: unknown): string | undefined {
  if (isNothing(entered)) return undefined;
  const text = typeof entered === 'boolean' ? String(entered) : asText(entered);
  if (text !== undefined) return text;
  throw invalidField(choices.label, say('choiceValue', { got: valueShown(entered) }));
}

function approvalChoices(parameters: Parameters, spoken: Language): AnswerChoice[] {
  const { approve, decline } = texts[spoken];
  return approvalOptions.read(parameters).flatMap((labels) => {
    const yes = { label: labels.approve || approve, value: APPROVE };
    if (labels.disapprove === undefined) return [yes];
    return [yes, { label: labels.disapprove || decline, value: DISAPPROVE }];
  });
}
