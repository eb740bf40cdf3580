import { afterEach, expect, test, vi } from 'vitest'
import { interruption } from './interruption.ts'

const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const before = new Map(names.map((name) => [name, process.listeners(name)]))
afterEach(() => {
  vi.restoreAllMocks()
  for (const name of names) {
    for (const listener of process.listeners(name)) {
      if (!before.get(name)?.includes(listener)) process.off(name, listener)
    }
  }
})

function started() {
  let now = 0
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never)
  const signal = interruption(() => now)
  const receive = (name: (typeof names)[number], at: number) => {
    now = at
    process.emit(name)
  }
  return { exit, signal, receive }
}

test('the first signal aborts and names itself', () => {
  const { exit, signal, receive } = started()
  expect(signal.aborted).toBe(false)
  receive('SIGTERM', 0)
  expect(signal.reason).toBe('by SIGTERM')
  expect(exit).not.toHaveBeenCalled()
})

test('one key that arrives over several processes is one signal', () => {
  const { exit, receive } = started()
  receive('SIGINT', 0)
  receive('SIGINT', 300)
  expect(exit).not.toHaveBeenCalled()
})

test('a second signal ends the process at once', () => {
  const { exit, receive } = started()
  receive('SIGINT', 0)
  receive('SIGTERM', 2000)
  expect(exit).toHaveBeenCalledWith(3)
})
