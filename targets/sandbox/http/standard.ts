import type { Platform } from '../platform.ts'
import { answerAsText, isDocument } from './answer.ts'
import type { HttpRules } from './rules.ts'

export const standardHttp: HttpRules<Platform> = {
  basePath: '/api',
  bodyLimit: 1_048_576,
  failed: (status, message, operation, { behaviour }) =>
    operation !== undefined && isDocument(operation)
      ? answerAsText(status, message)
      : behaviour.answers.error(status, message),
  breaks: ({ operation }, platform) =>
    platform.behaviour.http.failed(500, 'Internal server error.', operation, platform),
  reads: () => true,
  asJson: (text) => text,
  putsOff: () => undefined,
  finished: (answer) => answer,
  written: (answer) => answer,
  description: (text) => text,
}
