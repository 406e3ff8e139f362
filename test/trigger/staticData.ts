import { ObservableObject, type IDataObject } from 'n8n-workflow';

/** A node's static data as n8n loads it with a workflow: deeply observable. */
export function loadStaticData(json = '{}'): IDataObject {
	const saved = { node: JSON.parse(json) as IDataObject };
	return ObservableObject.create(saved, undefined, { ignoreEmptyOnFirstChild: true }).node as IDataObject;
}
