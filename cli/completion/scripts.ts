import type { CommandList } from '../commands/command';
import { places, valueFlags, type Flag, type Place } from './words';

const candidates = ({ words, flags }: Place): string =>
	[...words, ...flags].map(({ name }) => name).join(' ');

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Shell code that finds the place in the command line. It counts only words of commands, not values of flags. */
const findPlace = (all: CommandList, place: string, words: string, first: number): string[] => [
	`local ${place}='' word`,
	`for word in "\${${words}[@]:${first}}"; do`,
	`  case "$${place} $word" in`,
	...places(all)
		.filter(({ path }) => path !== '')
		.map(({ path }) => `    ${quoted(` ${path}`)}) ${place}=${quoted(` ${path}`)} ;;`),
	'  esac',
	'done',
];

const placeCases = (all: CommandList, place: string, act: (place: Place) => string): string[] => [
	`case "$${place}" in`,
	...places(all).map((one) => `  ${quoted(one.path === '' ? '' : ` ${one.path}`)}) ${act(one)} ;;`),
	'esac',
];

const indent = (lines: string[]): string => lines.map((line) => `  ${line}`).join('\n');

/** Shell code that completes the value of a flag with file names, known values, or nothing. */
const valueCases = (all: CommandList, files: string, offer: (words: string) => string): string[] =>
	valueFlags(all).map(({ name, completes }) => {
		const action = completes === 'files' ? files : offer(completes?.join(' ') ?? '');
		return `  ${name}) ${action}; return ;;`;
	});

const bash = (all: CommandList): string => `_scoring() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
${indent([
	'case "$previous" in',
	...valueCases(
		all,
		'COMPREPLY=($(compgen -f -- "$current"))',
		(words) => `COMPREPLY=($(compgen -W "${words}" -- "$current"))`,
	),
	'esac',
	...findPlace(all, 'place', 'COMP_WORDS', 1),
	...placeCases(all, 'place', (place) => `COMPREPLY=($(compgen -W "${candidates(place)}" -- "$current"))`),
])}
}
complete -F _scoring scoring
`;

const zsh = (all: CommandList): string => `#compdef scoring
_scoring() {
${indent([
	'case "$words[CURRENT-1]" in',
	...valueCases(all, '_files', (words) => `compadd -- ${words}`),
	'esac',
	...findPlace(all, 'place', 'words', 1),
	...placeCases(all, 'place', (place) => `compadd -- ${candidates(place)}`),
])}
}
if [ "$funcstack[1]" = "_scoring" ]; then _scoring "$@"; else compdef _scoring scoring; fi
`;

const fishValue = ({ takesValue, completes }: Flag): string => {
	if (completes === 'files') return ' -r -F';
	if (completes !== undefined) return ` -x -a ${quoted(completes.join(' '))}`;
	return takesValue ? ' -x' : '';
};

/** The completions of a place for Fish. Fish tests for each of them whether it fits the words before. */
function fishPlace({ path, words, flags }: Place): string[] {
	const start = `complete -c scoring -n ${quoted(`test "$(__scoring_place)" = "${path}"`)}`;
	return [
		...words.map(({ name, description }) => `${start} -a ${name} -d ${quoted(description)}`),
		...flags.map(
			(flag) => `${start} -l ${flag.name.slice(2)}${fishValue(flag)} -d ${quoted(flag.description)}`,
		),
	];
}

const fish = (all: CommandList): string => `function __scoring_place
  set -l place ''
  for word in (commandline -opc)[2..-1]
    set -l next (string trim -- "$place $word")
    if contains -- $next ${places(all)
			.filter(({ path }) => path !== '')
			.map(({ path }) => quoted(path))
			.join(' ')}
      set place $next
    end
  end
  echo $place
end
complete -c scoring -f
${places(all).flatMap(fishPlace).join('\n')}
`;

/** The scripts by shell. */
export const completionScripts = { bash, zsh, fish };
