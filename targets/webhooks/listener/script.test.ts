import { expect, test } from 'vitest'
import { Scripts } from './script.ts'

const answer = (status: number) => ({ kind: 'answer', status }) as const
const NOW = { earliest: 0, latest: 0 }
const delivery = (body: string) => ({ headers: [], body })
const about = (word: string) => ({
  concerns: ({ body = '' }: { readonly body?: string }) => body.includes(word),
})

test('without a script everything is taken', () => {
  expect(new Scripts().next(delivery('a'), NOW)).toEqual(answer(200))
})

test('a script is used up step by step, and its last step holds', () => {
  const scripts = new Scripts()
  scripts.set([answer(500), answer(404)])
  expect([1, 2, 3].map(() => scripts.next(delivery('a'), NOW))).toEqual([
    answer(500),
    answer(404),
    answer(404),
  ])
})

test('a script for some deliveries counts these alone, and the newest one outweighs', () => {
  const scripts = new Scripts()
  scripts.set([answer(200)])
  scripts.set([answer(500), answer(201)], about('a'))
  expect(scripts.next(delivery('b'), NOW)).toEqual(answer(200))
  expect(scripts.next(delivery('a'), NOW)).toEqual(answer(500))
  scripts.set([answer(503)], about('ab'))
  expect(['ab', 'a', 'b'].map((body) => scripts.next(delivery(body), NOW))).toEqual([
    answer(503),
    answer(201),
    answer(200),
  ])
})

test('a script for everything takes the place of all others', () => {
  const scripts = new Scripts()
  scripts.set([answer(500)], about('a'))
  scripts.set([answer(204)])
  expect(scripts.next(delivery('a'), NOW)).toEqual(answer(204))
})

test('a script that counts by a key begins anew for each', () => {
  const scripts = new Scripts()
  scripts.set([answer(500), answer(200)], { per: ({ body = '' }) => body })
  expect(['a', 'b', 'a', 'b'].map((body) => scripts.next(delivery(body), NOW))).toEqual([
    answer(500),
    answer(500),
    answer(200),
    answer(200),
  ])
})

test('a copy of an attempt is answered as that is, and uses up no step', () => {
  const scripts = new Scripts()
  scripts.set([answer(500), answer(503), answer(200)], { per: ({ body = '' }) => body, copyMs: 250 })
  const next = (body: string, at: number) => scripts.next(delivery(body), { earliest: at, latest: at })
  expect([next('a', 0), next('b', 100), next('a', 250), next('a', 251), next('a', 1300)]).toEqual([
    answer(500),
    answer(500),
    answer(500),
    answer(503),
    answer(200),
  ])
})

test('what may be a repeat on a clock that also runs on by itself is none of the copies', () => {
  const scripts = new Scripts()
  scripts.set([answer(500), answer(200)], { copyMs: 250 })
  const at = (earliest: number, latest: number, besideMs: number) =>
    scripts.next(delivery(''), { earliest, latest, besideMs })
  expect([at(0, 0, 0), at(0, 250, 100), at(250, 500, 600)]).toEqual([answer(500), answer(500), answer(200)])
})

test('a copy that came late on a busy machine is known by its time of sending', () => {
  const scripts = new Scripts()
  scripts.set([answer(500), answer(200)], { copyMs: 250 })
  const sentAt = (second: string, besideMs: number) => {
    const headers = [['timestamp', `2026-03-01T12:00:${second}Z`]] as const
    return scripts.next({ headers }, { earliest: 0, latest: 250, besideMs })
  }
  expect([sentAt('00.000', 0), sentAt('00.150', 900), sentAt('01.000', 1000)]).toEqual([
    answer(500),
    answer(500),
    answer(200),
  ])
})
