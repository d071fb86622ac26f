import { parameterName, type RequestProblem } from './problems';

/** The error body of the service. */
export interface ErrorBody {
  errorCode: string;
  errorMessage: string;
  errorDetails?: { errors: { parameter: string; messages: string[] }[] };
}

/** An answer with a status other than 200. */
export class ServiceError extends Error {
  constructor(
    readonly status: number,
    /** A text is sent as an HTML page instead of JSON. */
    readonly body: ErrorBody | string,
    readonly headers: Record<string, string> = {},
  ) {
    super(typeof body === 'string' ? body : body.errorMessage);
  }
}

/** 400 with what is wrong for each parameter. */
export function invalidContent(problems: RequestProblem[]): ServiceError {
  return new ServiceError(400, invalidContentBody(problems));
}

export function invalidContentBody(problems: RequestProblem[]): ErrorBody {
  const messages = new Map<string, string[]>();
  for (const { path, message } of problems) {
    const parameter = parameterName(path);
    messages.set(parameter, [...(messages.get(parameter) ?? []), message]);
  }
  const errors = [...messages].map(([parameter, list]) => ({ parameter, messages: list }));
  return { errorCode: 'InvalidContent', errorMessage: 'The request is not valid.', errorDetails: { errors } };
}

export function badRequest(errorCode: string, errorMessage: string): ServiceError {
  return new ServiceError(400, { errorCode, errorMessage });
}

export function unauthorized(): ServiceError {
  return new ServiceError(
    401,
    { errorCode: 'Unauthorized', errorMessage: 'User name or password is missing or wrong.' },
    { 'WWW-Authenticate': 'Basic realm="Messaging service"' },
  );
}

export function notEnoughCredit(cost: number, balance: number): ServiceError {
  return new ServiceError(403, {
    errorCode: 'NotEnoughCredit',
    errorMessage: `The request costs ${cost} points, the balance is ${balance}. Nothing was sent.`,
  });
}

export function notFound(errorMessage: string): ServiceError {
  return new ServiceError(404, { errorCode: 'NotFound', errorMessage });
}
