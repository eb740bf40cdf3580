import { expect, describe as group, test } from 'vitest'
import { changesOf, documentWith, PARTS, readCorpus } from './corpus/effects.ts'

interface VersionCase {
  readonly name: string
  /** The media type of the body. */
  readonly media?: string
  readonly old?: unknown
  readonly new?: unknown
  /** How the parts of the body are written, in both versions. */
  readonly encoding?: unknown
}

const cases = readCorpus<readonly VersionCase[]>('versions.yaml')
const A = { A: { type: 'string' } }

group.each(cases)('$name', ({ media = 'application/json', old, new: now, encoding }) => {
  const content = (schema: unknown) => ({
    [media]: { ...(schema === undefined ? {} : { schema }), ...(encoding === undefined ? {} : { encoding }) },
  })
  test.each(PARTS)('is no change in a %s', (part) => {
    for (const after of ['3.1.0', '3.2.0']) {
      const [one, other] = [
        documentWith(part, '3.0.3', content(old), A),
        documentWith(part, after, content(now), A),
      ]
      for (const changes of [changesOf(one, other), changesOf(other, one)])
        expect(changes.filter(({ client, receiver }) => client !== 'none' || receiver !== 'none')).toEqual([])
    }
  })
})

test('webhooks were an extension before', () => {
  const webhooks = { sold: { post: { responses: { 200: { description: 'Taken' } } } } }
  const [one, other] = [
    { openapi: '3.0.3', paths: {}, 'x-webhooks': webhooks },
    { openapi: '3.1.0', webhooks },
  ]
  for (const changes of [changesOf(one, other), changesOf(other, one)])
    expect(changes.map(({ client, receiver }) => [client, receiver])).toEqual([['none', 'none']])
  expect(changesOf(one, { openapi: '3.1.0' })).toMatchObject([
    { kind: 'operation-removed', receiver: 'breaking' },
  ])
})

test('the usual dialect of a document is no change', () => {
  const dialect = (jsonSchemaDialect: string) => ({ openapi: '3.1.0', paths: {}, jsonSchemaDialect })
  const usual = dialect('https://spec.openapis.org/oas/3.1/dialect/base')
  expect(changesOf({ openapi: '3.0.3', paths: {} }, usual)).toMatchObject([{ kind: 'written-otherwise' }])
  expect(changesOf(usual, dialect('http://json-schema.org/draft-07/schema#'))).toMatchObject([
    { kind: 'not-understood', at: '/jsonSchemaDialect', client: 'not-understood' },
  ])
})
