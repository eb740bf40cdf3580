import { Ajv2020 } from 'ajv/dist/2020.js'

interface Schema {
  readonly [key: string]: unknown
}

const text: Schema = { type: 'string', minLength: 1 }
const count: Schema = { type: 'integer', minimum: 0 }
const moment: Schema = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T.*Z$' }
const verdict: Schema = { enum: ['passed', 'failed', 'warned', 'observed', 'not-exercised'] }

const object = (properties: Schema): Schema => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
})
const list = (items: Schema): Schema => ({ type: 'array', items })

/** Validates the promised parts of a report. */
const validate = new Ajv2020({ allErrors: true }).compile(
  object({
    suite: object({ name: { const: 'quote-conformance' }, version: text }),
    kind: { enum: ['platform', 'receiver', 'client'] },
    verdict: { enum: ['conformant', 'non-conformant', 'incomplete'] },
    target: object({
      name: text,
      environment: { enum: ['sandbox', 'production'] },
      baseUrl: text,
      apiVersion: text,
    }),
    seed: count,
    startedAt: moment,
    finishedAt: moment,
    summary: object({ passed: count, failed: count, warned: count, observed: count, notExercised: count }),
    requirements: list(
      object({
        id: text,
        clause: { type: 'string', pattern: '^\\d+(\\.[a-z0-9-]+)*$' },
        level: { enum: ['must', 'should', 'observe'] },
        title: text,
        verdict,
        reason: text,
        checks: list(
          object({ name: text, verdict, message: text, durationMs: { type: 'number' }, evidence: list({}) }),
        ),
      }),
    ),
  }),
)

/** Returns the problems in the shape of a report, in words; empty for a report as promised. */
export function shapeProblems(report: unknown): readonly string[] {
  validate(report)
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}
