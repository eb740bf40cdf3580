import { coinedIn } from './coined.ts'
import { sentencesOf, wordsOf } from './prose.ts'

const MOST_WORDS = 25

/** Kinds of sentences that a reader stumbles over, each with a sign that a program can see. */
export const KINDS: Readonly<Record<string, (sentence: string) => boolean>> = {
  'a coined word of the glossary': (sentence) => coinedIn(sentence).length > 0,
  'more than 25 words': (sentence) => wordsOf(sentence).length > MOST_WORDS,
  'a clause as subject': (sentence) =>
    !sentence.includes('?') &&
    /^(?:What|Whether|That|Which|Who|Whoever) (?:\S+ ){2,}?(?:is|are|was|were) (?:not |no |a )?\w+|\bthat \w+ (?:is|are) \w+ is (?:not )?\w+/.test(
      sentence,
    ),
  'an impersonal start': (sentence) =>
    /\bit is (?:also |not )?(?:judged|read|said|recorded|shown|seen|checked) (?:what|whether|that|how|which)\b|^(?:Where|With|Without|Of|From|Behind|Beside) [^,.;:]{3,80} (?:there (?:may|can|is|are|was|were)|it is)\b/i.test(
      sentence,
    ),
  'a pronoun without its noun': (sentence) =>
    /\b(?<!(?:the|each|every|this|that|first|second|next|same|other|another|later|older|new|only) )[Oo]nes? (?:that|whose|who|which)\b|\bThe \w+ one (?:gets|is|has|does)\b|\ball that (?!it|you|we|they|the|a|an|is |are |was |were )\w+/.test(
      sentence,
    ),
  'an idiom or a riddle': (sentence) =>
    /\b(?:go(?:es)? (?:its|their) (?:own )?way|as ever|whoever|until when|when it is so|come of (?:it|them)|made of it|(?:br(?:ing|ings|ought)|c(?:ome|omes|ame)) about|hardly any|gets? along|what (?:takes|waits|stands|goes)|vouch(?:es)? for|worth nothing|beyond doubt|in its own way|not one for)\b/i.test(
      sentence,
    ),
}

/** The sentences of a text that a reader stumbles over, each with its kind. Tags end a sentence; style sheets and lists of codes are none. */
export function stumblingBlocks(text: string): readonly string[] {
  return sentencesOf(
    text
      .replaceAll(/<[^>]*>/g, '. ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )
    .filter((sentence) => /[a-z]/.test(sentence) && !/\{[^}]*:[^}]*[;}]/.test(sentence))
    .flatMap((sentence) =>
      Object.entries(KINDS).flatMap(([kind, is]) => (is(sentence) ? [`${kind}: ${sentence}`] : [])),
    )
}
