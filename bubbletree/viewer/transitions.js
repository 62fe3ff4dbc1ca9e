// The transition system Bubble-Hybrid, as bubbletree/transitions.py has it. Which preconditions each transition has,
// and how they read in words, comes with the page; here is when they hold, and what the transitions do.
"use strict";

const HOLDS = {
  BUFFER_NOT_EMPTY: (c) => c.buffer.length >= 1,
  STACK_NOT_EMPTY: (c) => c.stack.length >= 1,
  STACK_HOLDS_TWO: (c) => c.stack.length >= 2,
  S1_IS_OPEN: (c) => Boolean(onStack(c, 1)?.isOpen),
  S1_IS_NOT_OPEN: (c) => onStack(c, 1)?.isOpen === false,
  S2_IS_OPEN: (c) => Boolean(onStack(c, 2)?.isOpen),
  S2_IS_NOT_OPEN: (c) => onStack(c, 2)?.isOpen === false,
  B1_IS_NOT_OPEN: (c) => c.buffer[0]?.isOpen === false,
  S1_IS_NOT_ROOT: (c) => c.stack.length >= 1 && onStack(c, 1).bubble !== ROOT,
  S2_IS_NOT_ROOT: (c) => c.stack.length >= 2 && onStack(c, 2).bubble !== ROOT,
  REDUCES_AT_ONCE: (c) => c.last === "SHIFT" || c.last === "RIGHT_ARC",
  CLOSES_AT_ONCE: (c) => c.last === "BUBBLE_OPEN" || c.last === "BUBBLE_ATTACH",
  ROOT_COMES_LAST: (c) =>
    onStack(c, 2)?.bubble !== ROOT || (c.stack.length === 2 && c.buffer.length === 0),
};

function onStack(configuration, depth) {
  return configuration.stack[configuration.stack.length - depth];
}

/** RT on the stack, the words in the buffer. */
function initialConfiguration(size) {
  const item = (token) => ({ bubble: token, content: [token, token], projection: [token, token], isOpen: false });
  const buffer = Array.from({ length: size }, (_, index) => item(index + 1));
  return { size, stack: [item(ROOT)], buffer, arcs: [], opened: 0, last: null };
}

/** The first precondition of a rule that fails in a configuration; null if the transition is allowed. */
function firstFailing(rule, configuration, { normalForm = false, singleRoot = false } = {}) {
  const required = [
    ...rule.preconditions, ...(normalForm ? rule.normal_form : []), ...(singleRoot ? rule.single_root : []),
  ];
  return required.find((name) => !HOLDS[name](configuration)) ?? null;
}

const joined = (left, right) => [left.projection[0], right.projection[1]];

const EFFECTS = {
  SHIFT: (c) => ({ ...c, stack: [...c.stack, c.buffer[0]], buffer: c.buffer.slice(1) }),
  LEFT_ARC: (c, label) => {
    const [s1, b1] = [onStack(c, 1), c.buffer[0]];
    return {
      ...c,
      stack: c.stack.slice(0, -1),
      buffer: [{ ...b1, projection: joined(s1, b1) }, ...c.buffer.slice(1)],
      arcs: [...c.arcs, [b1.bubble, label, s1.bubble]],
    };
  },
  RIGHT_ARC: (c, label) => {
    const [s2, s1] = c.stack.slice(-2);
    return {
      ...c,
      stack: [...c.stack.slice(0, -2), { ...s2, projection: joined(s2, s1) }],
      arcs: [...c.arcs, [s2.bubble, label, s1.bubble]],
    };
  },
  BUBBLE_OPEN: (c, label) => {
    const [s2, s1] = c.stack.slice(-2);
    const bubble = c.size + 1 + c.opened;
    const inside = joined(s2, s1);
    return {
      ...c,
      stack: [...c.stack.slice(0, -2), { bubble, content: inside, projection: inside, isOpen: true }],
      arcs: [...c.arcs, [bubble, "conj", s2.bubble], [bubble, label, s1.bubble]],
      opened: c.opened + 1,
    };
  },
  BUBBLE_ATTACH: (c, label) => {
    const [s2, s1] = c.stack.slice(-2);
    const inside = joined(s2, s1);
    return {
      ...c,
      stack: [...c.stack.slice(0, -2), { ...s2, content: inside, projection: inside }],
      arcs: [...c.arcs, [s2.bubble, label, s1.bubble]],
    };
  },
  BUBBLE_CLOSE: (c) => {
    const closed = { ...onStack(c, 1), isOpen: false };
    return { ...c, stack: c.stack.slice(0, -1), buffer: [closed, ...c.buffer] };
  },
};

/** The next configuration, provided that the preconditions hold. */
function applied(configuration, kind, label = null) {
  return { ...EFFECTS[kind](configuration, label), last: kind };
}

const LETTERS = {
  S: "SHIFT", L: "LEFT_ARC", R: "RIGHT_ARC", O: "BUBBLE_OPEN", A: "BUBBLE_ATTACH", C: "BUBBLE_CLOSE",
};

function letterOf(kind) {
  return Object.keys(LETTERS).find((letter) => LETTERS[letter] === kind);
}

/** The derivation of a tree: its transitions, its configurations, and the bubbles of the tree by their numbers there. */
function derivationOf(tree) {
  const steps = [];
  const configurations = [initialConfiguration(tree.size)];
  const bubbles = tree.words.map((_, index) => index + 1);
  bubbles.unshift(ROOT);
  for (const letter of tree.record.derivation) {
    const kind = LETTERS[letter];
    const before = configurations[configurations.length - 1];
    const hasLabel = kind !== "SHIFT" && kind !== "BUBBLE_CLOSE";
    const label = hasLabel ? tree.labels[bubbles[onStack(before, 1).bubble]] : null;
    if (kind === "BUBBLE_OPEN") bubbles.push(tree.heads[bubbles[onStack(before, 2).bubble]]);
    steps.push({ kind, label });
    configurations.push(applied(before, kind, label));
  }
  return { steps, configurations, bubbles };
}
