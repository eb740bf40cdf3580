import { expect, test } from 'vitest'
import { ClockStep } from './clock-step.ts'

const DAY_MS = 86_400_000

function movesOf(step: ClockStep, until: number, stirredAt: readonly number[] = []): readonly number[] {
  const moves: number[] = []
  for (let now = 0; now < until; ) {
    const move = step.next(now, until)
    moves.push(move)
    now += move
    if (stirredAt.includes(now)) step.stirred(now)
  }
  return moves
}

test('a clock that nothing stirred is moved at once', () => {
  expect(movesOf(new ClockStep(), DAY_MS)).toEqual([DAY_MS])
})

test('after a request short moves come first, each within the deadline of a delivery', () => {
  const step = new ClockStep()
  step.stirred(0)
  expect(movesOf(step, DAY_MS)).toEqual([7000, 7000, 7000, 7000, DAY_MS - 28_000])
})

test('a delivery makes them go on', () => {
  const step = new ClockStep()
  step.stirred(0)
  expect(movesOf(step, DAY_MS, [7000]).slice(0, -1)).toEqual(Array(5).fill(7000))
})

test('a short way stays as it is', () => {
  const step = new ClockStep()
  step.stirred(0)
  expect(movesOf(step, 2500)).toEqual([2500])
})
