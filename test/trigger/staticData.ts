import { ObservableObject, type IDataObject } from 'n8n-workflow';

/** Static data of a node as n8n has it when it loads a workflow: observable down to its leaves. */
export function loadStaticData(json = '{}'): IDataObject {
	const saved = { node: JSON.parse(json) as IDataObject };
	return ObservableObject.create(saved, undefined, { ignoreEmptyOnFirstChild: true }).node as IDataObject;
}
