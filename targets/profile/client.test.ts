import { expect, test } from 'vitest'
import { parseClientProfile } from './client.ts'

const parse = (text: string) =>
  parseClientProfile(text, { file: '/profiles/client.yaml', env: { ARGS: 'x' } })

test('a profile with a command alone has the whole journey and two minutes', () => {
  expect(parse('client: { command: [node, client.mjs] }')).toEqual({
    name: 'client',
    environment: 'sandbox',
    command: ['node', 'client.mjs'],
    timeoutMs: 120_000,
    journey: ['submit', 'poll', 'update', 'bind', 'proposal', 'policy'],
    listen: '127.0.0.1:0',
    folder: '/profiles',
    programEnv: {},
    secrets: [],
  })
})

test('a client that is driven by hand needs no key at all', () => {
  expect(parse('client: {}').command).toBeUndefined()
})

test.each([
  ['client: { command: node }', 'client.command: must be a list of a program and its arguments'],
  [
    'client: { journey: [poll] }',
    'client.journey: must be a list of submit, poll, update, bind, proposal, policy',
  ],
  ['client: { journey: [submit, walk] }', 'client.journey.1: must be'],
  ['client: { timeout: 2 }', 'client.timeout: must be a duration'],
  ['client: { comand: [a] }', 'client.comand: unknown key; did you mean command?'],
])('%s is refused', (text, message) => {
  expect(() => parse(text)).toThrow(message)
})
