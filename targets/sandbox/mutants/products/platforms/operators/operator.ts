import type { BehaviourChange } from '../../../../behaviour.ts'
import type { Platform } from '../../../../platform.ts'
import { OF_ONE_QUOTE } from '../../../answers.ts'
import { type Arguments, one, operatorOn } from '../../arguments.ts'
import type { SlipOperator } from '../../product.ts'

/** An operator that goes wrong always. */
export const platformOperator = <A extends object>(
  reads: Arguments<A>,
  change: (given: A) => BehaviourChange,
): SlipOperator<Platform> => operatorOn<Platform>()(reads, (given) => () => change(given))

export const anyOperation = one('submit', ...OF_ONE_QUOTE)
export const anyDocument = one('quote-preview', 'quote-proposal', 'policy-preview', 'policy')
