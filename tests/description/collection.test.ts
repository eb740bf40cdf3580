import { PostmanValidator } from '@har-sdk/validator'
import { expect, test } from 'vitest'
import { collectionOf } from '../../cli/descriptions/collection.ts'
import { loadSpec } from '../../spec/index.ts'

const { versions } = await loadSpec()
const validator = new PostmanValidator()

/** Breaches of Postman's own schema, with the collection as the command prints it. */
const breachesOf = (collection: unknown) => validator.verify(JSON.parse(JSON.stringify(collection)) as never)

test.each(versions.map(({ id }) => id))(
  "the collection of %s is right by Postman's schema",
  async (version) => {
    expect(await breachesOf(collectionOf(await loadSpec({ version })))).toEqual([])
  },
)

const spec = await loadSpec()
const right = collectionOf(spec)
test.each([
  ['without a name', { ...right, info: { schema: (right.info as { schema: string }).schema } }],
  ['without requests', { info: right.info }],
  [
    'with a body of an unknown mode',
    { ...right, item: [{ name: 'One', request: { method: 'GET', url: '/', body: { mode: 'other' } } }] },
  ],
])("Postman's schema refuses a collection %s", async (_how, collection) => {
  expect(await breachesOf(collection)).not.toEqual([])
})
