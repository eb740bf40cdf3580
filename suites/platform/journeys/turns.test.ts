import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

/** Notes who has a turn, in order. */
async function take(turns: Turns, kind: 'shared' | 'alone', name: string, seen: string[]) {
  const own = await turns[kind]()
  seen.push(name)
  return own
}

test('whoever is alone has nobody beside it', async () => {
  const turns = new Turns()
  const seen: string[] = []
  const first = await take(turns, 'shared', 'first', seen)
  const second = await take(turns, 'shared', 'second', seen)
  const alone = take(turns, 'alone', 'alone', seen)
  const late = take(turns, 'shared', 'late', seen)
  first[Symbol.dispose]()
  await turn()
  expect(seen).toEqual(['first', 'second'])
  second[Symbol.dispose]()
  const own = await alone
  await turn()
  expect(seen).toEqual(['first', 'second', 'alone'])
  own[Symbol.dispose]()
  await late
  expect(seen).toEqual(['first', 'second', 'alone', 'late'])
})

test('two that want to be alone have their turns one after the other', async () => {
  const turns = new Turns()
  const seen: string[] = []
  const first = await take(turns, 'alone', 'first', seen)
  const second = take(turns, 'alone', 'second', seen)
  await turn()
  expect(seen).toEqual(['first'])
  first[Symbol.dispose]()
  await second
  expect(seen).toEqual(['first', 'second'])
})
