import { setTimeout as pause } from 'node:timers/promises'
import { operating } from './answers.ts'
import type { Mutant } from './mutant.ts'

/** Wrong answers to a bind (4.rule.4). */
export const bindMutants: readonly Mutant[] = [
  {
    id: 'bind-takes-seconds',
    says: 'A bind is answered when its job has reached the queue, which takes seconds',
    kills: ['bind-answers-at-once'],
    change: operating(['bind'], async (standard) => {
      await pause(2200)
      return standard()
    }),
  },
  {
    id: 'bind-waits-for-the-policy',
    says: 'A bind is answered when the policy is issued, and with 504 where that takes too long',
    kills: ['bind-answers-before-issue'],
    change: operating(['bind'], (standard, _, { issue, behaviour }) => {
      const answer = standard()
      return issue.held ? behaviour.answers.error(504, 'The policy was not issued in time.') : answer
    }),
  },
]
