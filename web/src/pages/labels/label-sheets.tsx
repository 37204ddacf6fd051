import { shownPlantCode, type PlantLabel } from '@greenhouse/contract'
import { QrCode } from '../../ui/qr-code.tsx'
import { sheetsOf, type LabelFormat } from './label-format.ts'
import './labels.css'

interface LabelSheetsProps {
  labels: readonly PlantLabel[]
  format: LabelFormat
  /** Where the codes lead to, such as `https://greenhouse.example.org`. */
  origin: string
}

/** All that is printed. Sizes are those of the paper. */
export function LabelSheets({ labels, format, origin }: LabelSheetsProps) {
  return (
    <div className="label-sheets">
      {sheetsOf(labels, format).map((sheet) => (
        <ul key={sheet[0]?.plantId} className="label-sheet" data-format={format.id}>
          {sheet.map((label) => (
            <Label key={label.plantId} label={label} origin={origin} />
          ))}
        </ul>
      ))}
    </div>
  )
}

function Label({ label: { plantName, species, code }, origin }: { label: PlantLabel; origin: string }) {
  return (
    <li className="label">
      <QrCode text={`${origin}/p/${code}`} label={`QR code of ${plantName}`} className="label-code" />
      <div className="label-text">
        <bdi className="label-name">{plantName}</bdi>
        {species !== '' && (
          <bdi className="label-species">
            <i>{species}</i>
          </bdi>
        )}
        <span className="label-letters">{shownPlantCode(code)}</span>
      </div>
    </li>
  )
}
