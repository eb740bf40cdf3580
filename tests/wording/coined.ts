import { GLOSSARY } from '../../cli/glossary.ts'
import { partsOf } from './parts.ts'

/** The coined words of the glossary, each with the word to use. */
export const REPLACED: ReadonlyMap<string, string> = new Map(
  GLOSSARY.flatMap(({ names, insteadOf = [] }) =>
    insteadOf.map((coined) => [coined, names[0] ?? ''] as const),
  ),
)

/** How each coined word shows in prose; elsewhere its letters are ordinary English. */
const IN_PROSE: Readonly<Record<string, RegExp>> = {
  ladder: /\bladders?\b/i,
  rung: /\brungs?\b/i,
  play: /\b(?:un)?play(?:s|ed|ing)?\b(?! no part)/i,
  stranger: /\bstrangers?\b/i,
  alone: /\b(?:runs?|ran|running|driven|performed|leased) alone\b|\balone ones\b/i,
  drawn: /\bdrawn\b(?!ing)/i,
  look: /\blook(?:s|ed|ing)?\b(?! (?:like|for|up|after|as if|into|equal|complete|successful|too|different|active|wrong|ahead|back|through|there)\b)(?!(?: \S+){1,2} up\b)(?!-)/i,
  told: /\btold\b(?! apart)|\btells? of\b/i,
  lie: /\bliars?\b|\blying\b|\b(?:a|the|one|each) lies?\b(?! (?:in|with|under|below|within|too|between|apart))/i,
  'at rest': /\bat rest\b/i,
}

/** The words of a name that are coined, each in one of these forms. */
const IN_NAMES: Readonly<Record<string, readonly string[]>> = {
  ladder: ['ladder', 'ladders'],
  rung: ['rung', 'rungs'],
  play: ['play', 'plays', 'played', 'playing', 'unplayed'],
  stranger: ['stranger', 'strangers'],
  alone: ['alone'],
  drawn: ['drawn'],
  look: ['look', 'looks', 'looked', 'looking'],
  told: ['told', 'untold', 'tells'],
  lie: ['lie', 'lying', 'liar'],
  'at rest': [],
}

/** Names that stay: keys of `results.jsonl` and `report.json`, what draws a picture, and words in their usual sense. */
const ORDINARY_NAMES =
  /^(?:rung|unplayed|alone|Drawn(?:Edge|Cell|Delivery)|isDrawn|drawnCell|look-?ahead.*|look-?alikes?|.*looked-up.*|x-told|lookUp|update-each-field-alone-accepted|weak-spot-ladder-against-breaker)$/

/** The coined words of a text in plain English. */
export function coinedIn(text: string): readonly string[] {
  const plain = text.replaceAll(/`[^`]*`|\b[\w$]+(?:[-_/.][\w$]+)+\b/g, ' ')
  return [...REPLACED.keys()].filter((word) => IN_PROSE[word]?.test(plain))
}

/** Where pictures are drawn. */
const DRAWING = /^(?:reporters\/html|tests\/versions)\//

/** The coined words of an identifier, an id or the name of a file. */
export function coinedInName(name: string, file = ''): readonly string[] {
  if (ORDINARY_NAMES.test(name) || (name === 'drawn' && DRAWING.test(file))) return []
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
  return [...REPLACED.keys()].filter((word) => IN_NAMES[word]?.some((form) => words.includes(form)))
}

const IDENTIFIER = /(?<![\w$])[A-Za-z_$][\w$]*/g

/** The identifiers of a source, and the texts of its strings and of its comments. */
export function wordsOfSource(source: string) {
  const parts = partsOf(source)
  const textsOf = (kind: 'string' | 'comment') =>
    parts.filter((part) => part.kind === kind).map(({ text }) => text)
  return {
    names: new Set(
      parts.flatMap(({ kind, text }) => (kind === 'code' ? (text.match(IDENTIFIER) ?? []) : [])),
    ),
    texts: textsOf('string').filter((text) => / /.test(text)),
    comments: textsOf('comment'),
  }
}
