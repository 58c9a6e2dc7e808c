import { useLayoutEffect, useRef, useState } from 'react';
import { describeStaircase, layStaircase, type StaircaseStep } from './staircase-layout.ts';

interface StaircaseProps {
  /** In order of their dates. */
  steps: readonly StaircaseStep[];
  /** The person's local day, when it is to be marked. */
  today?: string;
}

const MIN_WIDTH = 260;
/** On a phone, where the server's markup shows it before it is measured. */
const WIDTH_UNTIL_MEASURED = 312;

/** The plan as a line that goes down in steps. Drawn at the width it has, so that its text keeps its size. */
export function Staircase({ steps, today }: StaircaseProps) {
  const drawing = useRef<SVGSVGElement>(null);
  const [width, setWidth] = useState(WIDTH_UNTIL_MEASURED);
  // Before the first paint: the drawing's height follows from its width, and what is below it must not move.
  useLayoutEffect(() => {
    const element = drawing.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const drawAt = (measured: number) => {
      if (measured > 0) setWidth(Math.max(Math.round(measured), MIN_WIDTH));
    };
    drawAt(element.getBoundingClientRect().width);
    const observer = new ResizeObserver(([entry]) => drawAt(entry?.contentRect.width ?? 0));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  if (steps.length === 0) return null;
  const layout = layStaircase(steps, width, today);
  const { baseline, today: marker } = layout;
  return (
    <svg
      ref={drawing}
      className="staircase"
      viewBox={`0 ${layout.top} ${width} ${layout.height}`}
      role="img"
      aria-label={describeStaircase(steps, today)}
    >
      <path className="staircase-fill" d={layout.fill} />
      <path className="staircase-axis" d={`M${baseline.left} ${baseline.y}H${baseline.right}`} />
      <path className="staircase-line" d={layout.line} />
      {marker && <path className="staircase-today" d={marker.line} />}
      {layout.doses.map((label) => (
        <g key={`${label.x} ${label.y}`}>
          {label.leader !== undefined && (
            <path className="staircase-leader" d={`M${label.x - 3} ${label.y - 10}V${label.leader}`} />
          )}
          <text className="staircase-dose" x={label.x} y={label.y}>
            {label.text}
          </text>
        </g>
      ))}
      {layout.dates.map((label) => (
        <text key={label.x} x={label.x} y={label.y}>
          {label.text}
        </text>
      ))}
      {marker && (
        <text x={marker.label.x} y={marker.label.y}>
          {marker.label.text}
        </text>
      )}
    </svg>
  );
}
