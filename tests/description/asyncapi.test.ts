import { Parser } from '@asyncapi/parser'
import { expect, test } from 'vitest'
import { asyncApiOf } from '../../cli/descriptions/asyncapi.ts'
import { loadSpec } from '../../spec/index.ts'

const parser = new Parser()
const spec = await loadSpec()

/** Problems beyond a hint that a newer form of AsyncAPI exists. */
async function problemsOf(document: object) {
  const { document: parsed, diagnostics } = await parser.parse(JSON.stringify(document))
  return { parsed, problems: diagnostics.filter(({ code }) => code !== 'asyncapi-latest-version') }
}

test('the parser of AsyncAPI reads the events of the newest version, with a schema and an example for each', async () => {
  const { parsed, problems } = await problemsOf(asyncApiOf(spec))
  expect(problems).toEqual([])
  const messages = parsed?.messages().all() ?? []
  expect(messages.map((one) => one.name())).toEqual(spec.delivery.events.map(({ type }) => type))
  for (const one of messages) {
    expect(one.examples().all()).toHaveLength(1)
    expect(Object.keys(one.headers()?.properties() ?? {})).toEqual([
      'Event-ID',
      'Timestamp',
      'X-Platform-Signature',
    ])
  }
})

test('a version has the events that it had', async () => {
  const { problems, parsed } = await problemsOf(asyncApiOf(await spec.asOf('v1.13.0')))
  expect(problems).toEqual([])
  expect(
    parsed
      ?.messages()
      .all()
      .map((one) => one.name()),
  ).not.toContain('quote.proposalReady')
})

test('the parser refuses an operation whose channel is missing', async () => {
  const { problems } = await problemsOf({ ...asyncApiOf(spec), channels: {} })
  expect(problems).not.toEqual([])
})
