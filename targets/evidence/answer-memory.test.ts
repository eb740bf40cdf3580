import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Exchange } from '../../conformance/exchange.ts'
import { AnswerMemory } from './answer-memory.ts'
import { Recorder } from './recorder.ts'

const exchange = (id: string, size: number, text?: string): Exchange => ({
  id,
  operation: 'policy',
  request: { method: 'GET', url: 'http://127.0.0.1/', headers: [] },
  answer: { status: 200, headers: [], body: { size, sha256: '00', ...(text !== undefined && { text }) } },
  startedAt: 0,
  elapsedMs: 1,
  targetMs: 0,
})

function recorded(recorder: Recorder, size: number, text?: string): Exchange {
  const place = recorder.begin()
  return place.end(exchange(place.id, size, text), new Uint8Array(size))
}

describe('what is kept for judging', () => {
  test('documents make room for further ones, the oldest first', () => {
    const memory = new AnswerMemory(100)
    const recorder = new Recorder('one', memory)
    const [first, second] = [recorded(recorder, 60), recorded(recorder, 60)]
    expect(memory.full()).toBeUndefined()
    expect(recorder.bytes(first)).toBeUndefined()
    expect(recorder.bytes(second)?.length).toBe(60)
    expect(recorder.exchanges()).toHaveLength(2)
  })

  test('a document drops earlier ones that are too long together, but not itself', () => {
    const recorder = new Recorder('one', new AnswerMemory(1000, 100))
    const [first, second, third] = [60, 30, 120].map((size) => recorded(recorder, size)) as [
      Exchange,
      Exchange,
      Exchange,
    ]
    expect(recorder.bytes(first)).toBeUndefined()
    expect(recorder.bytes(second)).toBeUndefined()
    expect(recorder.bytes(third)?.length).toBe(120)
  })

  test('text that is to be judged makes no room', () => {
    const memory = new AnswerMemory(100)
    const recorder = new Recorder('one', memory)
    const text = 'x'.repeat(120)
    const seen = recorded(recorder, 120, text)
    expect(memory.full()).toContain('kept for judging')
    expect(recorder.bytes(seen)?.length).toBe(120)
  })

  test('answers that are to come wait for each other where they would not fit together', async () => {
    const memory = new AnswerMemory(150)
    recorded(new Recorder('one', memory), 10, 'x'.repeat(10))
    const [first, second] = [await memory.expect(), await memory.expect()]
    let isThere = false
    const third = memory.expect().then((one) => {
      isThere = true
      return one
    })
    await turn()
    expect(isThere).toBe(false)
    first[Symbol.dispose]()
    ;(await third)[Symbol.dispose]()
    second[Symbol.dispose]()
    expect(memory.full()).toBeUndefined()
  })

  test('one that is alone never waits', async () => {
    const memory = new AnswerMemory(10)
    recorded(new Recorder('one', memory), 100, 'x'.repeat(100))
    ;(await memory.expect())[Symbol.dispose]()
  })

  test.each([
    ['forgotten', (recorder: Recorder) => recorder.forget(recorder.exchanges())],
    ['released', (recorder: Recorder) => recorder.release()],
    [
      'both',
      (recorder: Recorder) => {
        recorder.forget(recorder.exchanges())
        recorder.release()
      },
    ],
  ])('there is room again for what is %s', (_, end) => {
    const memory = new AnswerMemory(100)
    const recorder = new Recorder('one', memory)
    recorded(recorder, 120, 'x'.repeat(120))
    end(recorder)
    expect(memory.full()).toBeUndefined()
    // A text counts four times, since reading it as JSON takes that much memory.
    recorded(recorder, 24, 'x'.repeat(24))
    expect(memory.full()).toBeUndefined()
    recorded(recorder, 1, 'x')
    expect(memory.full()).toContain('kept for judging')
  })
})
