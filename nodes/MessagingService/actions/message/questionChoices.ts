import { texts, type Language } from '../../../../core/ask/pageTexts';
import { invalidField } from '../../../../core/client';
import { limits } from '../../../../core/contract/limits';
import { listEntered } from '../../../../core/json';
import { asText, isRecord } from '../../../../core/reading';
import { parametersIn, type Parameters } from '../../../parameters';
import {
  approvalType,
  APPROVE,
  approveLabel,
  choicesFromList,
  DISAPPROVE,
  disapproveLabel,
  ofChoice,
} from '../../wait/properties';
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
  if (responseType === 'approval') return approvalChoices(approval(parameters), spoken);
  if (responseType !== 'choice') return [];
  const choices = [...choicesInForm(parameters), ...listEntered(choicesFromList.read(parameters))].map(
    (entry) => choiceFrom(isRecord(entry) ? entry : { label: entry }),
  );
  if (choices.length === 0) throw invalidField('Choices', 'must contain at least one choice');
  if (choices.length > limits.rows)
    throw invalidField('Choices', `at most ${limits.rows}`, { got: String(choices.length) });
  if (choices.some(({ label }) => label === '')) throw invalidField('Choices', 'each choice needs a label');
  return choices;
}

function choiceFrom(entry: Record<string, unknown>): AnswerChoice {
  const label = asText(entry.label)?.trim() ?? '';
  return { label, value: asText(entry.value) ?? label, description: asText(entry.description)?.trim() };
}

function approvalChoices(values: Parameters, spoken: Language): AnswerChoice[] {
  const { approve, decline } = texts[spoken];
  const yes = { label: asText(approveLabel.read(values)) || approve, value: APPROVE };
  if (approvalType.read(values) !== 'double') return [yes];
  return [yes, { label: asText(disapproveLabel.read(values)) || decline, value: DISAPPROVE }];
}

function approval(parameters: Parameters): Parameters {
  const name = 'approvalOptions.values';
  return parametersIn(parameters(name), parameters.entered(name));
}

function choicesInForm(parameters: Parameters): unknown[] {
  const [given, entered] = [parameters('choices.values'), parameters.entered('choices.values')];
  const { label, value, description } = ofChoice;
  return (Array.isArray(given) ? given : []).map((entry: unknown, index) => {
    const written: unknown = Array.isArray(entered) ? entered[index] : undefined;
    const values = parametersIn(entry, written, `Choices ${index + 1}`);
    // A description may be lost.
    return { label: label.read(values), value: value.read(values), description: values(description.name) };
  });
}
