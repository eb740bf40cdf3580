import { expect, test } from 'vitest'
import { isObject } from '../conformance/json/object.ts'
import type { Effect } from './change.ts'
import { changesOf, effectOn, readCorpus } from './corpus/effects.ts'

/** Where an operation is found: each server is written as its address or as an object, alone or in a list. */
interface Place {
  readonly server?: unknown
  readonly path: string
  readonly above?: unknown
  readonly own?: unknown
  readonly self?: string
}

interface AddressCase {
  readonly name: string
  readonly old: Place
  readonly new: Place
  readonly client: Effect
}

const cases = readCorpus<readonly AddressCase[]>('addresses.yaml')

const serversOf = (servers: unknown) =>
  servers === undefined
    ? {}
    : { servers: [servers].flat().map((server) => (isObject(server) ? server : { url: server })) }

const documentAt = ({ server, path, above, own, self }: Place) => ({
  openapi: '3.2.0',
  ...(self === undefined ? {} : { $self: self }),
  info: { title: 'One', version: '1' },
  ...serversOf(server),
  paths: {
    [path]: {
      ...serversOf(above),
      parameters: [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => ({
        ...{ name, in: 'path', required: true, schema: { type: 'string' } },
      })),
      post: { ...serversOf(own), responses: { 200: { description: 'Done' } } },
    },
  },
})

test.each(cases)('$name', ({ old, new: now, client }) => {
  const changes = changesOf(documentAt(old), documentAt(now))
  expect(effectOn('client', changes), JSON.stringify(changes)).toBe(client)
  expect(effectOn('receiver', changes)).toBe('none')
})
